// The answer: how good it is and whether that is proven, the picture, the damage, what comes of it.

import { byId, element, table } from "./dom.js";
import { boardOf } from "./question.js";
import { ask } from "./service.js";

const STATUS = {
  optimal: "Proven best",
  feasible: "The best that is known",
  infeasible: "Not possible",
};

// The use of a card in words.
function used({ player, card, way, window, targets, x, paid }) {
  const ways = { cast: "casts", cycle: "cycles", foretold: "casts foretold" };
  const on = targets.length ? ` on ${targets.join(", ")}` : "";
  const cost = Object.entries(paid).map(([kind, count]) => `${count} ${kind}`).join(", ");
  const when = window.replaceAll("_", " ");
  return `${player} ${ways[way] ?? way} ${card}${x ? ` with X = ${x}` : ""}${on} ${when} (${cost || "free"})`;
}

// A declaration in words.
function declared({ attacks, blocks, uses }) {
  return [
    ...Object.entries(attacks ?? {}).map(([who, what]) => `${who} attacks ${what}`),
    ...Object.entries(blocks ?? {}).map(([who, whom]) => `${who} blocks ${whom.join(", ")}`),
    ...(uses ?? []).map(used),
  ];
}

export class Answer {
  constructor(combat, { say }) {
    this.combat = combat;
    this.say = say;
    this.place = byId("answer");
    this.picture = byId("picture");
  }

  wait() {
    this.place.setAttribute("aria-busy", "true");
  }

  #show(...children) {
    this.place.removeAttribute("aria-busy");
    this.place.replaceChildren(element("h2", {}, "The answer"), ...children.filter(Boolean));
  }

  // Faults that no card shows.
  refuse(faults) {
    this.#show(
      element("p", { class: "status no" }, "This cannot be answered yet"),
      element(
        "ul",
        { class: "faults" },
        ...faults.map((fault) =>
          element(
            "li",
            {},
            fault.path ? element("code", {}, fault.path) : null,
            ` ${fault.message}${fault.rule ? ` (${fault.rule})` : ""}`,
          ),
        ),
      ),
    );
  }

  show(answer, { why, answers, next, frontier } = {}) {
    this.picture.replaceChildren(...(answer.picture ? [this.#drawing(answer.picture)] : []));
    const statistics = answer.statistics ?? {};
    const milliseconds = statistics.milliseconds?.toPrecision(2);
    this.#show(
      element(
        "p",
        { class: `status ${answer.status}` },
        STATUS[answer.status] ?? answer.status,
        element("small", {}, milliseconds ? ` ${statistics.method ?? ""}, ${milliseconds} ms` : ""),
      ),
      this.#objectives(answer),
      this.#declared(answer),
      ...(answer.steps ?? []).map((step) => this.#step(step, answer.steps.length > 1)),
      answer.result ? this.#result(answer.result) : null,
      why ? this.#why(why) : null,
      next ? this.#next(next) : null,
      frontier ? this.#frontier(frontier) : null,
      answers ? this.#answers(answers) : null,
      answer.others ? this.#others(answer) : null,
      answer.steps?.length && !answer.uses ? this.#judge(answer.steps) : null,
    );
  }

  #objectives({ objectives = [], status }) {
    if (objectives.length === 0) return null;
    return table(
      ["objective", "value", "proof"],
      objectives.map(({ name, value, bound }) => [
        name,
        String(value),
        value === bound ? (status === "infeasible" ? "" : "proven") : `at best ${bound}`,
      ]),
    );
  }

  #declared(answer) {
    const { attacks, blocks } = answer;
    const lines = declared(answer);
    if (attacks === undefined && blocks === undefined && lines.length === 0) return null;
    return element(
      "div",
      { class: "declared" },
      element("ul", {}, ...(lines.length ? lines : ["nobody"]).map((line) => element("li", {}, line))),
      attacks || blocks
        ? element(
            "button",
            { type: "button", onclick: () => this.combat.declare({ attacks, blocks }) },
            "Put this on the board",
          )
        : null,
    );
  }

  // The drawing comes from the service as a document; it is taken in as nodes, not as markup.
  #drawing(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return document.importNode(parsed, true);
  }

  #step({ step, assignments }, named) {
    return table(
      ["from", "to", "damage"],
      assignments.map(({ source, target, amount, copies }) => [
        source,
        target,
        copies > 1 ? `each ${amount}` : String(amount),
      ]),
      named ? `${step.replace("_", " ")} damage` : "combat damage",
    );
  }

  #result({ players = {}, planeswalkers = {}, battles = {}, destroyed = [], outcome }) {
    const before = (name) => this.combat.document.players[name]?.life;
    const lines = Object.entries(players).map(([name, { life, poison }]) => {
      const was = before(name);
      return `${name}: life ${was === life ? life : `${was} → ${life}`}${poison ? `, poison ${poison}` : ""}`;
    });
    for (const [name, { loyalty, dies }] of Object.entries(planeswalkers)) {
      lines.push(`${name}: loyalty ${loyalty}${dies ? ", dies" : ""}`);
    }
    for (const [name, { defense, defeated }] of Object.entries(battles)) {
      lines.push(`${name}: defense ${defense}${defeated ? ", defeated" : ""}`);
    }
    if (destroyed.length) lines.push(`dies: ${destroyed.join(", ")}`);
    if (outcome && outcome !== "undecided") lines.push(`the attacking side: ${outcome}`);
    return element("ul", { class: "result" }, ...lines.map((line) => element("li", {}, line)));
  }

  #why({ wish, possible, reason, steps }) {
    const parts = [element("h3", {}, `${wish}: ${possible ? "possible" : possible === null ? "not known" : "not possible"}`)];
    if (possible) parts.push(this.#step({ step: "", assignments: steps.flatMap((step) => step.assignments) }));
    if (reason) {
      const facts = reason.facts.map(({ sentence, rule }) =>
        element("li", {}, `${sentence}${rule && !sentence.includes(rule) ? ` (${rule})` : ""}`),
      );
      parts.push(element("p", {}, "because"), element("ul", {}, ...facts));
      if (reason.sum) parts.push(element("p", {}, `So ${reason.sum}.`));
    }
    return element("div", { class: "why" }, ...parts);
  }

  #next({ next, complete }) {
    const values = next?.objectives.map(({ name, value }) => `${name} ${value}`).join(", ");
    const none = complete ? "There is nothing worse: everything is as good." : "None was found in time.";
    return element(
      "div",
      {},
      element("h3", {}, "The second best"),
      element("p", {}, values ?? none),
      next ? this.#step({ step: "", assignments: next.steps.flatMap((step) => step.assignments) }) : null,
    );
  }

  #frontier({ frontier, complete }) {
    const names = frontier[0]?.objectives.map(({ name }) => name) ?? [];
    return element(
      "div",
      {},
      table(names, frontier.map(({ values }) => values.map(String)), "the trade-off"),
      complete ? null : element("p", {}, "There may be more: the time was up."),
    );
  }

  #others({ others, others_complete: complete }) {
    const lines = others.map((other) => {
      const values = other.objectives.map(({ name, value }) => `${name} ${value}`).join(", ");
      return `${values}: ${declared(other).join("; ") || "nobody"}`;
    });
    return element(
      "div",
      {},
      element("h3", {}, "The next best"),
      element("ol", {}, ...lines.map((line) => element("li", {}, line))),
      complete ? null : element("p", {}, "There may be better ones: the time was up."),
    );
  }

  #answers({ answers, total, complete }) {
    return element(
      "details",
      {},
      element("summary", {}, `${complete ? "" : "more than "}${total} best ${total === 1 ? "answer" : "answers"}`),
      ...answers.map(({ steps }, at) =>
        table(
          ["from", "to", "damage"],
          steps.flatMap((step) => step.assignments).map((row) => [row.source, row.target, String(row.amount)]),
          `answer ${at + 1}`,
        ),
      ),
    );
  }

  // An assignment of one's own, judged by the rules.
  #judge(steps) {
    const changed = structuredClone(steps);
    const verdict = element("div", { class: "verdict", "aria-live": "polite" });
    const rows = changed.flatMap((step) =>
      step.assignments.map((row) => [
        row.source,
        row.target,
        element("input", {
          type: "number",
          value: row.amount,
          "aria-label": `damage from ${row.source} to ${row.target}`,
          onchange: ({ target }) => (row.amount = Number(target.value)),
        }),
      ]),
    );
    const check = async () => {
      try {
        const kept = changed.map((step) => ({
          ...step,
          assignments: step.assignments.filter(({ amount }) => amount !== 0),
        }));
        const { legal, violations } = await ask("check", {
          combat: boardOf(this.combat.document),
          steps: kept,
        });
        verdict.replaceChildren(
          element("p", { class: `status ${legal ? "optimal" : "no"}` }, legal ? "legal" : "not legal"),
          element(
            "ul",
            {},
            ...violations.map(({ rule, message }) => element("li", {}, `${rule}: ${message}`)),
          ),
        );
      } catch (error) {
        verdict.replaceChildren(element("p", { class: "status no" }, error.message));
      }
    };
    return element(
      "details",
      {},
      element("summary", {}, "change it, and have it judged"),
      table(["from", "to", "damage"], rows),
      element("button", { type: "button", onclick: check }, "Is this legal?"),
      verdict,
    );
  }
}
