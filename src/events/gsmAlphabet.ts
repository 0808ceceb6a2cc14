/** The GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1) by septet; 0x1b escapes to the extension table. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const ESCAPE = 0x1b;
/** The extension table (6.2.1.1): an escape and a septet. */
const EXTENSION: readonly (readonly [character: string, septet: number])[] = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
];

const septets = new Map<string, readonly number[]>([
  ...[...BASIC].flatMap((character, septet) =>
    septet === ESCAPE ? [] : [[character, [septet]] as [string, readonly number[]]],
  ),
  ...EXTENSION.map(([character, septet]) => [character, [ESCAPE, septet]] as [string, readonly number[]]),
]);

/** The septets of a character, one or two; null when it is not in the alphabet. */
export function gsmSeptetsOf(character: string): readonly number[] | null {
  return septets.get(character) ?? null;
}

const extension: ReadonlyMap<number, string> = new Map(EXTENSION.map(([letter, septet]) => [septet, letter]));

/** What a national language changes (3GPP TS 23.038, annex A): the letters by septet, and those added after an escape. */
export interface NationalTables {
  readonly locking?: string;
  readonly single?: ReadonlyMap<number, string>;
}

/** The text of septets, one in each byte, as SMPP carries it; null when a byte is none. */
export function gsmText(bytes: Uint8Array, { locking = BASIC, single }: NationalTables = {}): string | null {
  let text = '';
  let isEscaped = false;
  for (const septet of bytes) {
    const letter = septet === ESCAPE ? ' ' : locking[septet];
    if (letter === undefined) return null;
    const starts: boolean = septet === ESCAPE && !isEscaped;
    // An escape to nothing means the letter of the main table (6.2.1.1), a second one a space.
    if (!starts) text += (isEscaped && (single?.get(septet) ?? extension.get(septet))) || letter;
    isEscaped = starts;
  }
  return isEscaped ? `${text} ` : text;
}

/** The text with one septet in each byte, as SMPP carries it; null when a character is not in the alphabet. */
export function gsmBytes(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const found = septets.get(character);
    if (found === undefined) return null;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}
