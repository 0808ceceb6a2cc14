/** What is read of a refusal. */
export const MAX_CHARS = 2_000;

/** Names in angle brackets, and addresses anywhere. */
const NAMES =
  /<(?:"[^"<>]{0,64}"[^<>\s]{0,255}|[^<>\s]{0,320})>|"[^"\s][^"]{0,63}"@[^\s<>()[\],;:"]{1,255}|(?<![^\s<>()[\],;:"@])[^\s<>()[\],;:"@]{1,320}@[^\s<>()[\],;:"]{1,255}/g;
/** A server that is quoted: `host mx.b.example[192.0.2.1] said:`, `Remote host said:`. */
const QUOTED = /\b(?:remote )?host (?:[^\s:[]{1,255} ?\[[^\]\s]{1,60}\](?::\d{1,5})?|said:)/g;

/** The server's own words, of the first 2,000 characters: `spam@` and `quota@` are recipients and no reasons. */
export function withoutAddresses(text: string, by = ' '): string {
  const beginning = text.slice(0, MAX_CHARS);
  return /[@<]/.test(beginning) ? beginning.replace(NAMES, by) : beginning;
}

/**
 * The words of a reply or report for the patterns of the rules: its first 2,000 characters in lower case and one line, with `@`
 * for each name and address. Accents are taken off, since many servers leave them out; a dot within a word ends no sentence.
 */
export function wordsOf(text: string): string {
  const lower = withoutAddresses(text, ' @ ').toLowerCase();
  const line = /\s\s|[^\S ]/.test(lower) ? lower.replace(/\s+/g, ' ') : lower;
  const own = line.includes('host ') ? line.replace(QUOTED, ' ') : line;
  return withoutAccents(own).replace(/\.(?=[^\s\d.])/g, '-');
}

function withoutAccents(words: string): string {
  if (!/[\u0080-\uffff]/.test(words)) return words;
  const plain = words.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  // These letters have no form without the sign.
  const letters = plain.normalize('NFC').replaceAll('ł', 'l').replaceAll('ß', 'ss').replaceAll('’', "'");
  return letters.slice(0, MAX_CHARS);
}

/** One pattern of several, for words as `wordsOf` gives them. Every repetition in them is bounded. */
export const anyOf = (...sources: readonly string[]) => new RegExp(sources.join('|'));

/** `what` after `who` in one sentence: looked for by the former, which is rarer. */
export const inOneSentence = (who: string, what: string) =>
  String.raw`\b(?:${what})(?<=\b(?:${who})\b[^.;]{0,60}\b(?:${what}))`;
