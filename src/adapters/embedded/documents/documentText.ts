/**
 * Texts as SQLite keeps them. A bound text ends at its first NUL and a lone surrogate is lost, so both are written as
 * pairs of characters that never occur in practice (U+0001, and U+D7FF, which Unicode leaves unassigned), and so are
 * those two themselves. Every other text is written as it is, and the order by code points is kept.
 */
const LOW = '\u0001';
const HIGH = '\ud7ff';
const NUL = '\u0000';
/** Behind LOW: what it stands for. Behind HIGH: itself, or a surrogate, moved into the private use area. */
const ITSELF_BEHIND_LOW = '\u0002';
const FIRST_SURROGATE = 0xd800;
const FIRST_PRIVATE = 0xe000;

const ODD = new RegExp(`[${NUL}${LOW}${HIGH}]|\\p{Surrogate}`, 'u');
const EVERY_ODD = new RegExp(ODD, 'gu');
const EVERY_PAIR = new RegExp(`[${LOW}${HIGH}]([^])`, 'g');

export function textFor(text: string): string {
  if (!ODD.test(text)) return text;
  return text.replace(EVERY_ODD, (character) => {
    if (character === NUL) return LOW + LOW;
    if (character === LOW) return LOW + ITSELF_BEHIND_LOW;
    if (character === HIGH) return HIGH + LOW;
    return HIGH + String.fromCharCode(character.charCodeAt(0) - FIRST_SURROGATE + FIRST_PRIVATE);
  });
}

/** What `textFor` was given. */
export function textFrom(stored: string): string {
  if (!stored.includes(LOW) && !stored.includes(HIGH)) return stored;
  return stored.replace(EVERY_PAIR, (pair, second: string) => {
    if (pair.startsWith(LOW)) return second === LOW ? NUL : LOW;
    if (second === LOW) return HIGH;
    return String.fromCharCode(second.charCodeAt(0) - FIRST_PRIVATE + FIRST_SURROGATE);
  });
}
