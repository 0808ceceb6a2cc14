/**
 * Texts as SQLite stores them. A bound text ends at its first NUL, and a lone surrogate is lost. Both are written as
 * pairs that begin with a character that does not occur in practice: U+0001, or U+D7FF, which Unicode leaves unassigned.
 * These two characters are written as pairs too. All other text is written as it is, and the order by code points stays.
 */
const LOW = '\u0001';
const HIGH = '\ud7ff';
const NUL = '\u0000';
/** After LOW: this for LOW itself, LOW for NUL. After HIGH: LOW for HIGH itself, or a surrogate, moved into the private use area. */
const LOW_ITSELF = '\u0002';
const FIRST_SURROGATE = 0xd800;
const FIRST_PRIVATE = 0xe000;

const ODD = new RegExp(`[${NUL}${LOW}${HIGH}]|\\p{Surrogate}`, 'u');
const EVERY_ODD = new RegExp(ODD, 'gu');
const EVERY_PAIR = new RegExp(`[${LOW}${HIGH}]([^])`, 'g');

export function textFor(text: string): string {
  if (!ODD.test(text)) return text;
  return text.replace(EVERY_ODD, (character) => {
    if (character === NUL) return LOW + LOW;
    if (character === LOW) return LOW + LOW_ITSELF;
    if (character === HIGH) return HIGH + LOW;
    return HIGH + String.fromCharCode(character.charCodeAt(0) - FIRST_SURROGATE + FIRST_PRIVATE);
  });
}

/** The text that `textFor` was given. */
export function textFrom(stored: string): string {
  if (!stored.includes(LOW) && !stored.includes(HIGH)) return stored;
  return stored.replace(EVERY_PAIR, (pair, second: string) => {
    if (pair.startsWith(LOW)) return second === LOW ? NUL : LOW;
    if (second === LOW) return HIGH;
    return String.fromCharCode(second.charCodeAt(0) - FIRST_PRIVATE + FIRST_SURROGATE);
  });
}
