// The fields of the editor that need nothing of it but what to do when they change.

import { factsOf } from "./cards.js";
import { element, field } from "./dom.js";

const KEYWORDS = [
  "trample",
  "deathtouch",
  "first strike",
  "double strike",
  "lifelink",
  "flying",
  "reach",
  "menace",
  "vigilance",
  "indestructible",
  "infect",
  "haste",
];

// A box to tick.
export function flagField(text, value, act) {
  const box = element("input", {
    type: "checkbox",
    checked: value,
    onchange: ({ target }) => act(target.checked),
  });
  return element("label", { class: "flag" }, box, text);
}

// One of several names; an empty one is nothing.
export function choiceField(text, value, names, act) {
  const select = element(
    "select",
    { onchange: ({ target }) => act(target.value) },
    ...names.map((name) =>
      element("option", { value: name, selected: name === value }, name === "" ? "nothing" : name),
    ),
  );
  return field(text, select);
}

// The keywords of a creature: the usual ones as buttons, all of them as text.
export function keywordField(creature, act) {
  const printed = creature.card && factsOf(creature.card, () => {})?.keywords.join(", ");
  const known = () => creature.keywords ?? [];
  const input = element("input", {
    placeholder: printed || "toxic 2, ...",
    spellcheck: "false",
    onchange: ({ target }) =>
      write(target.value.split(",").map((word) => word.trim()).filter((word) => word !== "")),
  });
  const chips = KEYWORDS.map((word) =>
    element("button", { type: "button", class: "chip", onclick: () => toggle(word) }, word),
  );
  const toggle = (word) =>
    write(known().includes(word) ? known().filter((one) => one !== word) : [...known(), word]);
  const write = (words) => {
    act(words.length || creature.card ? words : undefined);
    show();
  };
  const show = () => {
    input.value = known().join(", ");
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", String(known().includes(chip.textContent)));
    }
  };
  show();
  return element(
    "div",
    {},
    element("div", { class: "chips", role: "group", "aria-label": "keywords" }, ...chips),
    field("keywords", input),
  );
}

// Every other key of the document, as JSON.
export function otherKeys(permanent, shown, change) {
  const others = Object.entries(permanent).filter(([key]) => !shown.includes(key));
  const area = element("textarea", {
    rows: "3",
    spellcheck: "false",
    value: others.length ? JSON.stringify(Object.fromEntries(others), null, 1) : "",
    placeholder: '{"as_though_unblocked": true}',
    onchange: ({ target }) => {
      try {
        const given = target.value.trim() === "" ? {} : JSON.parse(target.value);
        target.setCustomValidity("");
        change(() => {
          for (const [key] of others) delete permanent[key];
          Object.assign(permanent, given);
        });
      } catch (error) {
        target.setCustomValidity(`This is no JSON: ${error.message}`);
        target.reportValidity();
      }
    },
  });
  return element(
    "details",
    { open: others.length > 0 },
    element("summary", {}, "anything else, as JSON"),
    field("other keys of the document", area),
  );
}
