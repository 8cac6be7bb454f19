// What the service knows of cards: for completion, and for the numbers of a card on the board.

import { completions } from "./service.js";

const known = new Map(); // name in lower case -> the card, or undefined while it is asked for

export async function like(text) {
  const found = await completions(text);
  for (const card of found) known.set(card.name.toLowerCase(), card);
  return found;
}

export async function named(name) {
  const wanted = name.toLowerCase();
  if (known.get(wanted) === undefined) await like(name);
  return known.get(wanted);
}

// The card if it is known by now; otherwise it is asked for, and told when it is there.
export function factsOf(name, told) {
  const wanted = name.toLowerCase();
  if (!known.has(wanted)) {
    known.set(wanted, undefined);
    named(name).then((card) => card && told(), () => known.delete(wanted));
  }
  return known.get(wanted);
}
