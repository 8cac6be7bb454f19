// Small helpers for building elements. Texts are always set as text, never as markup.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name in made && typeof value === "boolean") made[name] = value;
    else if (name === "value") made.value = value;
    else if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

export function byId(name) {
  return document.getElementById(name);
}

let fields = 0;

// A labelled field: the label is the accessible name of what stands in it.
export function field(label, input, attributes = {}) {
  fields += 1;
  input.id = `field-${fields}`;
  return element("div", { class: "field", ...attributes }, element("label", { for: input.id }, label), input);
}

export function table(head, rows, caption) {
  return element(
    "table",
    {},
    caption ? element("caption", {}, caption) : null,
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
    element(
      "tbody",
      {},
      ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell)))),
    ),
  );
}

// Calls an action when nothing further has happened for a while.
export function debounced(action, milliseconds) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
}
