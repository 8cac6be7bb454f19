// A player's mana and cards, for the question of combat tricks: a part of the player's editor.

import { element, field } from "./dom.js";

const ZONES = { hand: "hand, one card a line", foretold: "foretold cards", library: "library" };

// Mana as it is typed, such as "R R G any": how many of each; a list of sources stays JSON.
export function readMana(text) {
  if (text.trim().startsWith("[")) return JSON.parse(text);
  const found = {};
  for (const [, number, kind] of text.matchAll(/(\d*)\s*(any|[WUBRGC])/gi)) {
    const key = kind.toLowerCase() === "any" ? "any" : kind.toUpperCase();
    found[key] = (found[key] ?? 0) + (number === "" ? 1 : Number(number));
  }
  return found;
}

export function writtenMana(mana) {
  if (mana === undefined) return "";
  if (Array.isArray(mana)) return JSON.stringify(mana);
  return Object.entries(mana).map(([kind, number]) => `${number} ${kind}`).join(", ");
}

// A card a line: a name, or a description as JSON.
function readCards(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return lines.map((line) => (line.startsWith("{") ? JSON.parse(line) : line));
}

function writtenCards(cards = []) {
  return cards.map((card) => (typeof card === "string" ? card : JSON.stringify(card))).join("\n");
}

// The fields of what a player has; each writes into the document's resources.
export function handFields(combat, player, change) {
  const own = () => combat.resources?.[player] ?? {};
  const write = (key, value) =>
    change((document) => {
      document.resources ??= {};
      const changed = { ...own(), [key]: value };
      if (Object.keys(value).length === 0) delete changed[key];
      if (Object.keys(changed).length > 0) document.resources[player] = changed;
      else delete document.resources[player];
      if (Object.keys(document.resources).length === 0) delete document.resources;
    });
  const reading = (read, act) => ({ target }) => {
    try {
      const found = read(target.value);
      target.setCustomValidity("");
      act(found);
    } catch (error) {
      target.setCustomValidity(`This is no JSON: ${error.message}`);
      target.reportValidity();
    }
  };
  const mana = element("input", {
    value: writtenMana(own().mana),
    placeholder: "2 R, 1 G, 1 any",
    spellcheck: "false",
    onchange: reading(readMana, (found) => write("mana", found)),
  });
  const zones = Object.entries(ZONES).map(([zone, label]) =>
    field(
      label,
      element("textarea", {
        rows: zone === "hand" ? "3" : "2",
        value: writtenCards(own()[zone]),
        placeholder: zone === "hand" ? "Giant Growth" : "",
        spellcheck: "false",
        onchange: reading(readCards, (found) => write(zone, found)),
      }),
    ),
  );
  return element(
    "details",
    { open: Object.keys(own()).length > 0 },
    element("summary", {}, "mana and cards, for combat tricks"),
    field("mana", mana),
    ...zones,
  );
}
