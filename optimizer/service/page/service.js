// What this page asks the service that it came from.

export class Refused extends Error {
  constructor(error) {
    super(error.faults?.map((fault) => fault.message).join("; ") ?? "the service gave no answer");
    this.faults = error.faults ?? [];
    this.kind = error.kind;
  }
}

export async function ask(question, request, signal) {
  return posted(`v1/${question}`, request, signal);
}

// A combat from any text that the program reads, or from a document: with its short notation.
export async function readSource(combat) {
  return ask("read", { combat });
}

export async function completions(text) {
  const response = await fetch(`v1/cards?q=${encodeURIComponent(text)}`);
  return response.ok ? (await response.json()).cards : [];
}

async function posted(path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ kind: "network", faults: [{ path: "", message: "the service cannot be reached" }] });
  }
  let data;
  try {
    data = await response.json();
  } catch {
    data = { error: { faults: [{ path: "", message: `the service answered ${response.status}` }] } };
  }
  if (!response.ok || data.error) throw new Refused(data.error ?? {});
  return data;
}
