// Puts the page together: whatever changes is drawn, asked anew, and written into the address.

import { Answer } from "./answer.js";
import { Board } from "./board.js";
import { Combat, emptyCombat } from "./combat.js";
import { byId, debounced, element } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import * as link from "./link.js";
import { firstQuestion, NAMES, Question } from "./question.js";
import { ask, readSource, Refused } from "./service.js";

const LISTED = /^(creatures|planeswalkers|battles)\[(\d+)\]/;
const PLAYER = /^players\.([^.[]+)/;

let running;
let written = "";

const combat = new Combat(emptyCombat(), () => changed());
const board = new Board(combat, { choose, say });
const editor = new Editor(combat, { choose, close: () => choose(undefined) });
const question = new Question(combat, firstQuestion(), () => changed());
const answer = new Answer(combat, { say });

function changed() {
  if (board.chosen !== undefined && !combat.find(board.chosen) && !combat.players.includes(board.chosen)) {
    board.chosen = undefined;
    editor.show(undefined);
  }
  board.dead = new Set();
  board.draw();
  editor.refresh();
  if (!byId("question").contains(document.activeElement)) question.draw();
  answer.wait();
  keep();
  solve();
}

function choose(id) {
  const before = board.chosen;
  board.chosen = id;
  board.draw();
  editor.show(id);
  if (id === undefined) board.cardOf(before)?.focus();
  else editor.focus();
}

function say(text) {
  byId("said").textContent = text;
}

const solve = debounced(async () => {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  try {
    const asked = Object.entries(question.requests(combat.document));
    const answers = await Promise.all(asked.map(([kind, request]) => ask(kind, request, signal)));
    const [found, ...more] = answers;
    const further = Object.fromEntries(more.map((one, at) => [asked[at + 1][0], one]));
    mark([]);
    board.dead = new Set(found.result?.destroyed ?? []);
    board.draw();
    answer.show(found, further);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    answer.refuse(mark(error.faults));
  }
}, 200);

// Shows each fault at the card or the objective that causes it; returns what belongs to none.
function mark(faults) {
  board.faults = new Map();
  for (const item of document.querySelectorAll("[data-objective]")) item.classList.remove("fault");
  const others = [];
  for (const fault of faults) {
    const path = fault.path.replace(/^combat\./, "");
    const text = `${fault.message}${fault.rule ? ` (${fault.rule})` : ""}`;
    const [, list, index] = LISTED.exec(path) ?? [];
    const id = list ? combat.document[list][Number(index)]?.id : PLAYER.exec(path)?.[1];
    if (id !== undefined && board.cardOf(id)) {
      board.faults.set(id, [...(board.faults.get(id) ?? []), text]);
    }
    const [, objective] = /^objectives\[(\d+)\]/.exec(path) ?? [];
    document.querySelector(`[data-objective="${objective}"]`)?.classList.add("fault");
    others.push({ ...fault, path: id ?? fault.path });
  }
  board.draw();
  return others;
}

const keep = debounced(async () => {
  written = await link.written({ combat: combat.document, ...question.state });
  history.replaceState(null, "", written);
}, 100);

async function open(hash) {
  if (hash === written) return;
  try {
    const state = await link.read(hash);
    if (state === undefined) return;
    const { combat: document, ...asked } = state;
    question.replace(asked);
    combat.replace(document);
  } catch {
    say("This link is damaged: it holds no combat.");
  }
}

// Text that is JSON is sent as what it says, so that faults name places in it.
function given(text) {
  try {
    const document = JSON.parse(text);
    return typeof document === "object" && document !== null ? document : text;
  } catch {
    return text;
  }
}

// The text below the board: the short notation or JSON, in and out.
async function takeIn() {
  try {
    const { combat: document } = await readSource(given(byId("source").value));
    combat.replace(document);
    say("Read.");
    byId("source-faults").replaceChildren();
  } catch (error) {
    const faults = error.faults?.length ? error.faults : [{ path: "", message: error.message }];
    byId("source-faults").replaceChildren(
      ...faults.map(({ path, message, rule }) =>
        element("li", {}, `${path ? `${path}: ` : ""}${message}${rule ? ` (${rule})` : ""}`),
      ),
    );
  }
}

async function giveOut(kind) {
  const area = byId("source");
  if (kind === "json") area.value = JSON.stringify(combat.document, null, 2);
  else {
    try {
      const { notation, unsayable } = await readSource(combat.document);
      if (notation === null) {
        say(`This can only be said in JSON: ${unsayable}.`);
        return;
      }
      area.value = notation;
    } catch (error) {
      say(error.message);
      return;
    }
  }
  await copied(area.value);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  } catch {
    say("It stands below; the browser does not let it be copied.");
  }
}

byId("objectives").replaceChildren(...NAMES.map((name) => element("option", { value: name })));
byId("examples").append(
  ...Object.keys(EXAMPLES).map((name) => element("option", { value: name }, name)),
);
byId("examples").addEventListener("change", async ({ target }) => {
  const { source, ...asked } = EXAMPLES[target.value] ?? {};
  if (source === undefined) return;
  const { combat: document } = await readSource(source);
  question.replace(asked);
  combat.replace(document);
});
byId("copy-link").addEventListener("click", async () => {
  written = await link.written({ combat: combat.document, ...question.state });
  history.replaceState(null, "", written);
  await copied(location.href);
});
byId("empty").addEventListener("click", () => combat.replace(emptyCombat()));
byId("add-player").addEventListener("click", () => combat.addPlayer());
byId("take-in").addEventListener("click", takeIn);
byId("give-notation").addEventListener("click", () => giveOut("notation"));
byId("give-json").addEventListener("click", () => giveOut("json"));
addEventListener("hashchange", () => open(location.hash));

await open(location.hash);
changed();
