// What the chosen card says, to be changed: every field writes into the document at once.

import { factsOf, like, named } from "./cards.js";
import { byId, debounced, element, field } from "./dom.js";
import { choiceField, flagField, keywordField, otherKeys } from "./fields.js";
import { handFields } from "./hand.js";

const FLAGS = { tapped: "tapped", summoning_sick: "summoning sick", commander: "commander" };
const SHOWN = {
  creatures: [
    "id", "controller", "card", "power", "toughness", "keywords", "damage", "attacking", "blocking",
    "tapped", "summoning_sick", "commander", "count", "value",
  ],
  planeswalkers: ["id", "controller", "card", "loyalty", "value"],
  battles: ["id", "controller", "card", "protector", "defense", "value"],
};
const NUMBERS = {
  creatures: ["power", "toughness", "damage", "count", "value"],
  planeswalkers: ["loyalty", "value"],
  battles: ["defense", "value"],
};

export class Editor {
  constructor(combat, { choose, close }) {
    this.combat = combat;
    this.choose = choose;
    this.close = close;
    this.place = byId("editor");
    this.place.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    this.place.addEventListener("pointerdown", () => (this.pressed = true));
    addEventListener("pointerup", () => (this.pressed = false));
    this.complete = debounced(async (text) => {
      const cards = text.trim().length > 1 ? await like(text) : [];
      byId("cards").replaceChildren(...cards.map(({ name }) => element("option", { value: name })));
    }, 120);
  }

  // Shows what was chosen. What a field of its own writes needs no new fields: they would be
  // replaced under the hand that is using them.
  refresh() {
    if (!this.writing) this.show(this.id);
  }

  show(id) {
    this.id = id;
    const found = id === undefined ? undefined : this.combat.find(id);
    if (found !== undefined) this.#permanent(found);
    else if (this.combat.players.includes(id)) this.#player(id);
    else {
      this.place.hidden = true;
      return;
    }
    this.place.hidden = false;
  }

  focus() {
    this.place.querySelector("input")?.select();
  }

  #frame(title, remove, ...fields) {
    this.place.replaceChildren(
      element("h2", {}, title),
      ...fields,
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", onclick: remove, class: "remove" }, "Remove"),
        element("button", { type: "button", onclick: () => this.close() }, "Done"),
      ),
    );
  }

  #player(name) {
    const player = this.combat.document.players[name];
    this.#frame(
      `Player ${name}`,
      () => this.combat.removePlayer(name),
      element(
        "div",
        { class: "row" },
        this.#number(player, "life"),
        this.#number(player, "poison"),
        flagField("attacks this turn", name === this.combat.active, () =>
          this.combat.change((document) => (document.active_player = name)),
        ),
      ),
      handFields(this.combat.document, name, (act) =>
        this.#quietly(() => this.combat.change(act)),
      ),
    );
  }

  #permanent({ list, permanent }) {
    const parts = [
      this.#name(permanent, list),
      element(
        "div",
        { class: "row" },
        ...NUMBERS[list].map((key) => this.#number(permanent, key)),
        choiceField("controller", permanent.controller, this.combat.players, (player) => {
          this.#write(permanent, "controller", player);
          this.show(this.id); // whether it may attack or block
        }),
        list === "battles"
          ? choiceField("protector", permanent.protector, this.combat.players, (player) =>
              this.#write(permanent, "protector", player),
            )
          : null,
      ),
    ];
    if (list === "creatures") parts.push(...this.#creature(permanent));
    parts.push(otherKeys(permanent, SHOWN[list], (act) => this.combat.change(act)));
    this.#frame(permanent.id, () => this.combat.remove(permanent.id), ...parts);
  }

  #creature(creature) {
    const parts = [
      keywordField(creature, (words) => this.#write(creature, "keywords", words)),
      element(
        "div",
        { class: "row" },
        ...Object.entries(FLAGS).map(([key, text]) =>
          flagField(text, creature[key] === true, (is) => this.#write(creature, key, is || undefined)),
        ),
      ),
    ];
    if (this.combat.isActive(creature.controller)) {
      parts.push(
        choiceField("attacks", creature.attacking ?? "", ["", ...this.combat.targets], (target) =>
          this.#quietly(() => this.combat.attack(creature.id, target || undefined)),
        ),
      );
    } else if (this.combat.attackers.length > 0) {
      parts.push(
        element(
          "fieldset",
          { class: "row" },
          element("legend", {}, "blocks"),
          ...this.combat.attackers.map((attacker) =>
            flagField(attacker.id, creature.blocking?.includes(attacker.id) ?? false, () =>
              this.#quietly(() => this.combat.toggleBlock(creature.id, attacker.id)),
            ),
          ),
        ),
      );
    }
    return parts;
  }

  #name(permanent, list) {
    const input = element("input", {
      value: permanent.card ?? permanent.id,
      list: "cards",
      autocomplete: "off",
      spellcheck: "false",
      oninput: (event) => this.complete(event.target.value),
      onchange: (event) => this.#named(permanent, list, event.target.value.trim()),
    });
    return field("card name, or any name", input);
  }

  // A name that the program knows is a card; then its numbers are the card's.
  async #named(permanent, list, name) {
    if (name === "") return;
    const { id, keywords } = permanent;
    const card = (await named(name).catch(() => undefined))?.name;
    await this.#released();
    const renamed = this.combat.rename(id, card ?? name);
    this.combat.change(() => {
      const { permanent: now } = this.combat.find(renamed);
      delete now.card;
      if (card === undefined) return;
      now.card = card;
      for (const key of NUMBERS[list].slice(0, list === "creatures" ? 2 : 1)) delete now[key];
      if (now.keywords === keywords) delete now.keywords; // not those given since
    });
    this.choose(renamed);
  }

  // Resolves when no button of the mouse is down: what it is pressing must stay in its place.
  #released() {
    if (!this.pressed) return Promise.resolve();
    return new Promise((resolve) => {
      addEventListener("pointerup", () => setTimeout(resolve), { once: true });
    });
  }

  #number(owner, key) {
    const printed = owner.card && factsOf(owner.card, () => this.refresh())?.[key];
    return field(
      key,
      element("input", {
        type: "number",
        value: owner[key] ?? "",
        placeholder: printed ?? "",
        onchange: ({ target }) =>
          this.#write(owner, key, target.value === "" ? undefined : Number(target.value)),
      }),
      { class: "field short" },
    );
  }

  #write(owner, key, value) {
    this.#quietly(() =>
      this.combat.change(() => {
        if (value === undefined) delete owner[key];
        else owner[key] = value;
      }),
    );
  }

  #quietly(act) {
    this.writing = true;
    act();
    this.writing = false;
  }
}
