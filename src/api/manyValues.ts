/** Texts, names, arrays and objects that one body may hold: each takes several times its bytes once it is read. */
export const MAX_VALUES = 20_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/**
 * Whether a JSON text holds more values than may be read, without reading it: a body of the greatest size, made of
 * empty arrays, would take more memory than a process has. Numbers are not counted: a list of bytes is one of many.
 */
export function holdsTooMany(json: Buffer, most = MAX_VALUES): boolean {
  // A value takes two bytes at least, so a short body is not looked through.
  if (json.length < 2 * most) return false;
  let values = 0;
  for (let at = 0; at < json.length && values <= most; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      values += 1;
      at = closingQuote(json, at);
    } else if (byte === ARRAY || byte === OBJECT) values += 1;
  }
  return values > most;
}

/** One that no odd number of backslashes stands before; the end where there is none. */
function closingQuote(json: Buffer, opening: number): number {
  for (let quote = json.indexOf(QUOTE, opening + 1); quote > 0; quote = json.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
  }
  return json.length;
}
