// What is asked: the question, the objectives in order of importance, wishes, and what besides.

import { byId, element, field } from "./dom.js";

export const NAMES = [
  "player_damage", "lethal", "outcome", "kills", "kill_value", "own_losses", "own_loss_value",
  "planeswalker_damage", "planeswalkers_killed", "battle_damage", "battles_defeated", "poison",
  "commander_damage", "life_gained", "overkill",
];

const QUESTIONS = {
  damage: "Assign the damage best",
  blocks: "Block best",
  attack: "Attack best",
  tricks: "Use tricks best",
};

export function firstQuestion() {
  return {
    question: "damage",
    objectives: ["max player_damage", "max kill_value", "min own_loss_value"],
    wishes: [],
    deadline: 2,
  };
}

function box(label, checked, write) {
  const input = element("input", {
    type: "checkbox",
    checked,
    onchange: ({ target }) => write(target.checked),
  });
  return element("label", { class: "flag" }, input, label);
}

// A combat without what players have besides the board: questions of damage look at that only.
export function boardOf({ resources, ...board }) {
  return board;
}

function withSense(name) {
  return /^(max|min)\s/.test(name) ? name : `max ${name}`;
}

export class Question {
  constructor(combat, state, changed) {
    this.combat = combat;
    this.changed = changed;
    this.place = byId("question");
    this.replace(state);
  }

  replace(state) {
    this.state = { ...firstQuestion(), ...state };
    this.draw();
  }

  // The requests that the service gets: the question itself first.
  requests(combat) {
    const { state } = this;
    const { question, objectives, deadline } = state;
    const request = { combat, objectives, deadline, picture: true };
    if (question === "blocks") return { blocks: { ...request, top: state.top } };
    if (question === "attack") {
      return { attack: { ...request, top: state.top, survive_reply: state.survive_reply } };
    }
    if (question === "tricks") {
      return { tricks: { ...request, side: this.#asked(), opponent: state.opponent } };
    }
    const wished = { combat: boardOf(combat), wishes: state.wishes, deadline };
    const found = { damage: { ...request, ...wished } };
    if (state.why) found.why = { ...wished, wish: state.why };
    if (state.all) found.answers = { ...wished, objectives, most: state.all };
    if (state.next) found.next = { ...wished, objectives };
    if (state.frontier) found.frontier = { ...wished, objectives: state.frontier.map(withSense) };
    return found;
  }

  draw() {
    const { state } = this;
    const play = state.objectives[0] === "play";
    this.place.replaceChildren(
      element("h2", {}, "The question"),
      element(
        "div",
        { class: "row", role: "radiogroup", "aria-label": "question" },
        ...Object.entries(QUESTIONS).map(([name, text]) => this.#radio(name, text)),
      ),
      element(
        "label",
        { class: "flag" },
        element("input", {
          type: "checkbox",
          checked: play,
          onchange: ({ target }) =>
            this.#set({ objectives: target.checked ? ["play"] : firstQuestion().objectives }, true),
        }),
        "play well: win, then trade well, then deal damage",
      ),
      ...(play ? [] : [this.#objectives()]),
      state.question === "damage" ? this.#more() : this.#declaring(),
      field(
        "seconds at most",
        element("input", {
          type: "number",
          min: "0",
          step: "any",
          value: state.deadline ?? "",
          onchange: ({ target }) =>
            this.#set({ deadline: target.value === "" ? null : Number(target.value) }),
        }),
        { class: "field short" },
      ),
    );
  }

  #radio(name, text) {
    return element(
      "label",
      { class: "flag" },
      element("input", {
        type: "radio",
        name: "question",
        value: name,
        checked: this.state.question === name,
        onchange: () => this.#set({ question: name }, true),
      }),
      text,
    );
  }

  #objectives() {
    const { objectives } = this.state;
    const write = (at, text) =>
      this.#set({ objectives: objectives.toSpliced(at, 1, ...(text === null ? [] : [text])) }, true);
    const rows = objectives.map((objective, at) => {
      const [sense, ...rest] = objective.split(" ");
      const select = element(
        "select",
        {
          "aria-label": `sense of objective ${at + 1}`,
          onchange: ({ target }) => write(at, `${target.value} ${rest.join(" ")}`),
        },
        ...["max", "min"].map((one) => element("option", { value: one, selected: one === sense }, one)),
      );
      const input = element("input", {
        "aria-label": `objective ${at + 1}`,
        list: "objectives",
        value: rest.join(" "),
        spellcheck: "false",
        onchange: ({ target }) => write(at, `${sense} ${target.value.trim()}`),
      });
      const button = (text, label, act) =>
        element("button", { type: "button", "aria-label": `${label} objective ${at + 1}`, onclick: act }, text);
      const up = () => {
        const moved = [...objectives];
        moved.splice(at - 1, 0, ...moved.splice(at, 1));
        this.#set({ objectives: moved }, true);
      };
      return element(
        "li",
        { class: "objective", data: { objective: at } },
        select,
        input,
        at > 0 ? button("↑", "move up", up) : null,
        button("×", "remove", () => write(at, null)),
      );
    });
    return element(
      "div",
      {},
      element("ol", { "aria-label": "objectives, most important first" }, ...rows),
      element(
        "button",
        {
          type: "button",
          onclick: () => this.#set({ objectives: [...objectives, "max player_damage"] }, true),
        },
        "+ objective",
      ),
    );
  }

  // Whose cards are asked about: the active player's, unless only others have some.
  #asked() {
    const sides = Object.keys(this.combat.document.resources ?? {});
    if (sides.includes(this.state.side)) return this.state.side;
    return sides.includes(this.combat.active) ? this.combat.active : sides[0];
  }

  #declaring() {
    const { state } = this;
    const sides = Object.keys(this.combat.document.resources ?? {});
    return element(
      "div",
      { class: "row" },
      state.question === "tricks" && sides.length > 1 ? this.#side(sides) : null,
      state.question === "tricks"
        ? box("the other side answers with its own", state.opponent === "best", (is) =>
            this.#set({ opponent: is ? "best" : undefined }),
          )
        : box("the best three", state.top === 3, (is) => this.#set({ top: is ? 3 : undefined })),
      state.question === "attack"
        ? box("survive the next turn", state.survive_reply === true, (is) =>
            this.#set({ survive_reply: is || undefined }),
          )
        : null,
    );
  }

  #side(sides) {
    const select = element(
      "select",
      { onchange: ({ target }) => this.#set({ side: target.value }) },
      ...sides.map((name) =>
        element("option", { value: name, selected: name === this.#asked() }, name),
      ),
    );
    return field("whose cards", select);
  }

  #more() {
    const { state } = this;
    const text = (value, placeholder, write) =>
      element("input", {
        value,
        placeholder,
        spellcheck: "false",
        onchange: ({ target }) => write(target.value.trim()),
      });
    const pair = ["player_damage", "kill_value"];
    return element(
      "details",
      { open: Boolean(state.wishes.length || state.all || state.next || state.frontier || state.why) },
      element("summary", {}, "wishes, alternatives, trade-off, why not"),
      field(
        "wishes that must hold, with ; between them",
        text(state.wishes.join("; "), "survives(giant); player_damage >= 3", (value) =>
          this.#set({ wishes: value.split(";").map((one) => one.trim()).filter(Boolean) }),
        ),
      ),
      field(
        "how can it be, or why not?",
        text(state.why ?? "", "player_damage >= 5", (value) => this.#set({ why: value || undefined })),
      ),
      element(
        "div",
        { class: "row" },
        box("all best answers", Boolean(state.all), (is) => this.#set({ all: is ? 20 : undefined })),
        box("the second best", state.next === true, (is) => this.#set({ next: is || undefined })),
        box("trade-off", Boolean(state.frontier), (is) =>
          this.#set({ frontier: is ? pair : undefined }, true),
        ),
      ),
      ...(state.frontier
        ? [
            field(
              "between two objectives",
              text(state.frontier.join(", "), pair.join(", "), (value) =>
                this.#set({ frontier: value.split(",").map((one) => one.trim()) }),
              ),
            ),
          ]
        : []),
    );
  }

  #set(values, redraw = false) {
    Object.assign(this.state, values);
    if (redraw) this.draw();
    this.changed();
  }
}
