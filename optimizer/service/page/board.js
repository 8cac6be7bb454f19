// The board: who is there, who attacks and blocks whom. Everything on it can be chosen by click or
// by keyboard, and dragged onto what it attacks or blocks.

import { factsOf } from "./cards.js";
import { byId, element } from "./dom.js";

const FAR_ENOUGH = 6; // pixels after which a press is a drag

const STATES = { tapped: "tapped", summoning_sick: "summoning sick", commander: "commander" };

// Where the line between the middles of two boxes leaves the first.
function edge(one, other) {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const part = Math.min(one.wide / Math.abs(x || 1e-9), one.high / Math.abs(y || 1e-9), 1);
  return { x: one.x + x * part, y: one.y + y * part };
}

export class Board {
  constructor(combat, { choose, say }) {
    this.combat = combat;
    this.choose = choose;
    this.say = say;
    this.faults = new Map(); // id -> messages
    this.dead = new Set();
    this.chosen = undefined;
    this.place = byId("sides");
    this.lines = byId("lines");
    this.place.addEventListener("pointerdown", (event) => this.#press(event));
    this.place.addEventListener("click", (event) => this.#click(event));
    this.place.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.drawLines()).observe(this.place);
  }

  draw() {
    const focused = document.activeElement?.closest?.("#sides [data-id]")?.dataset.id;
    const players = [...this.combat.players].sort(
      (one, other) => this.combat.isActive(other) - this.combat.isActive(one),
    );
    this.place.replaceChildren(...players.map((player) => this.#side(player)));
    if (focused !== undefined) this.cardOf(focused)?.focus();
    this.drawLines();
  }

  cardOf(id) {
    return this.place.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  #side(player) {
    const { document } = this.combat;
    const active = this.combat.isActive(player);
    const shown = (list, key = "controller") => document[list].filter((one) => one[key] === player);
    const add = (list, text) =>
      element(
        "button",
        { type: "button", class: "add", onclick: () => this.choose(this.combat.add(list, player)) },
        `+ ${text}`,
      );
    return element(
      "section",
      { class: `side ${active ? "active" : "defending"}`, "aria-label": `${player}'s side` },
      this.#player(player, active),
      element(
        "div",
        { class: "cards" },
        ...shown("planeswalkers").map((one) => this.#planeswalker(one)),
        ...shown("battles", "protector").map((one) => this.#battle(one)),
        ...shown("creatures").map((one) => this.#creature(one)),
        element(
          "div",
          { class: "adds" },
          add("creatures", "creature"),
          add("planeswalkers", "planeswalker"),
          active ? null : add("battles", "battle"),
        ),
      ),
    );
  }

  #player(name, active) {
    const player = this.combat.document.players[name];
    const facts = [`life ${player.life}`];
    if (player.poison) facts.push(`poison ${player.poison}`);
    const role = active ? "attacks" : "defends";
    return this.#card(name, "player", [
      element("span", { class: "name" }, name),
      element("span", { class: "numbers" }, facts.join(", ")),
      element("span", { class: "words" }, role),
    ]);
  }

  #planeswalker(one) {
    return this.#card(one.id, "planeswalker", [
      element("span", { class: "name" }, one.id),
      element("span", { class: "numbers" }, `loyalty ${one.loyalty ?? this.#printed(one).loyalty ?? "?"}`),
    ]);
  }

  #battle(one) {
    return this.#card(one.id, "battle", [
      element("span", { class: "name" }, one.id),
      element("span", { class: "numbers" }, `defense ${one.defense ?? this.#printed(one).defense ?? "?"}`),
    ]);
  }

  #creature(one) {
    const printed = this.#printed(one);
    const size = `${one.power ?? printed.power ?? "?"}/${one.toughness ?? printed.toughness ?? "?"}`;
    const words = [...(one.keywords ?? printed.keywords ?? [])];
    for (const [key, text] of Object.entries(STATES)) if (one[key]) words.push(text);
    if (one.damage) words.push(`${one.damage} damage`);
    const doing = [];
    if (one.attacking) doing.push(`attacks ${one.attacking}`);
    if (one.blocking?.length) doing.push(`blocks ${one.blocking.join(", ")}`);
    return this.#card(
      one.id,
      one.attacking !== undefined ? "creature attacking" : "creature",
      [
        element("span", { class: "grip", "aria-hidden": "true" }, "⠿"),
        element("span", { class: "name" }, one.id + (one.count > 1 ? ` ×${one.count}` : "")),
        element("span", { class: "numbers" }, size),
        words.length ? element("span", { class: "words" }, words.join(", ")) : null,
        doing.length ? element("span", { class: "doing" }, doing.join("; ")) : null,
      ],
      this.#copies(one).some((id) => this.dead.has(id)),
    );
  }

  #printed({ card }) {
    return (card && factsOf(card, () => this.draw())) || {};
  }

  #copies(one) {
    const numbers = Array.from({ length: Math.min(one.count ?? 1, 1000) }, (_, at) => at + 1);
    return [one.id, ...numbers.map((number) => `${one.id}#${number}`)];
  }

  #card(id, kind, children, dies = false) {
    const faults = this.faults.get(id) ?? [];
    const chosen = this.chosen === id;
    return element(
      "div",
      {
        class: `card ${kind}${dies ? " dies" : ""}${faults.length ? " fault" : ""}${chosen ? " chosen" : ""}`,
        tabindex: "0",
        role: "button",
        "aria-pressed": String(chosen),
        "aria-invalid": faults.length ? "true" : undefined,
        data: { id },
      },
      ...children,
      dies ? element("span", { class: "fate" }, "dies") : null,
      ...faults.map((text) => element("span", { class: "message", role: "alert" }, text)),
    );
  }

  drawLines(pulled) {
    const { left, top, width, height } = this.place.getBoundingClientRect();
    this.lines.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const box = (id) => {
      const found = this.cardOf(id)?.getBoundingClientRect();
      return (
        found && {
          x: found.left + found.width / 2 - left,
          y: found.top + found.height / 2 - top,
          wide: found.width / 2,
          high: found.height / 2,
        }
      );
    };
    const drawn = [];
    const draw = (kind, one, other) => {
      if (one === undefined || other === undefined) return;
      const [from, to] = [edge(one, other), edge(other, one)];
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      for (const [name, value] of Object.entries({ x1: from.x, y1: from.y, x2: to.x, y2: to.y })) {
        line.setAttribute(name, value);
      }
      line.setAttribute("class", kind);
      line.setAttribute("marker-end", `url(#${kind}-head)`);
      drawn.push(line);
    };
    for (const creature of this.combat.document.creatures) {
      if (creature.attacking) draw("attack", box(creature.id), box(creature.attacking));
      for (const attacker of creature.blocking ?? []) draw("block", box(creature.id), box(attacker));
    }
    if (pulled) {
      draw("pulled", box(pulled.id), { x: pulled.x - left, y: pulled.y - top, wide: 0, high: 0 });
    }
    this.lines.querySelectorAll("line").forEach((line) => line.remove());
    this.lines.append(...drawn);
  }

  #press(event) {
    const card = event.target.closest("[data-id]");
    if (card === null || event.button !== 0 || event.target.closest("button")) return;
    // A finger on a card scrolls the page; on the grip it pulls.
    if (event.pointerType === "touch" && !event.target.closest(".grip")) return;
    const from = card.dataset.id;
    const start = { x: event.clientX, y: event.clientY };
    let pulling = false;
    const move = (moved) => {
      pulling ||= Math.hypot(moved.clientX - start.x, moved.clientY - start.y) > FAR_ENOUGH;
      if (pulling) this.drawLines({ id: from, x: moved.clientX, y: moved.clientY });
    };
    const end = (ended) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.drawLines();
      if (!pulling) return;
      this.pulled = true;
      setTimeout(() => (this.pulled = false));
      if (ended.type === "pointercancel") return;
      const under = document.elementFromPoint(ended.clientX, ended.clientY);
      const to = under?.closest("#sides [data-id]")?.dataset.id;
      if (to !== undefined) this.say(this.combat.connect(from, to));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    event.preventDefault();
    card.focus();
  }

  #click(event) {
    const card = event.target.closest("[data-id]");
    if (card !== null && !this.pulled) this.choose(card.dataset.id);
  }

  #key(event) {
    const card = event.target.closest("[data-id]");
    if (card === null || event.target !== card) return;
    if (event.key === "Enter" || event.key === " ") this.choose(card.dataset.id);
    else if (event.key === "Delete") this.combat.remove(card.dataset.id);
    else return;
    event.preventDefault();
  }
}
