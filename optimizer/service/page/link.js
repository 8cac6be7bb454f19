// A link that holds everything: JSON, deflated, in the address behind the #. Nothing is stored
// anywhere else.

const KEY = "#combat=";

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function written(state) {
  const text = new TextEncoder().encode(JSON.stringify(state));
  const bytes = await through(new CompressionStream("deflate-raw"), text);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return KEY + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What a link holds; undefined if it holds nothing. Throws if it is damaged.
export async function read(hash) {
  if (!hash.startsWith(KEY)) return undefined;
  const letters = atob(hash.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return JSON.parse(
    new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)),
  );
}
