import type { BatchMemory, BatchSize } from '../../../../src/adapters/embedded/log/batchMemory.ts';
import {
  type AppendTexts,
  appendTexts,
  TEXTS_AN_EVENT,
} from '../../../../src/adapters/embedded/log/logFormat.ts';
import { newEvent } from '../../../contract/eventStore/events.ts';
import type { Random } from '../../../support/seededRandom.ts';

/** Characters of one, two, three and four bytes in UTF-8, so that characters and bytes are not the same number. */
const ALPHABET = ['a', 'a', 'a', 'ü', '€', '€', '😀'];
const TYPES = ['Sent', 'Bounced', 'Opened', 'Clicked'];

export const nothingFilled = (): BatchSize => ({ appends: 0, heads: 0, bytes: 0 });

/** An append with a few small events; `n` makes its stream unique. */
export function randomAppend(random: Random, n: number): AppendTexts {
  const below = (end: number) => Math.floor(random() * end);
  const isAscii = random() < 0.5;
  const text = () =>
    Array.from({ length: below(60) }, () => (isAscii ? 'a' : ALPHABET[below(ALPHABET.length)])).join('');
  const events = Array.from({ length: 1 + below(3) }, (_, at) => ({
    ...newEvent({ text: text() }, TYPES[below(TYPES.length)]),
    id: `${n}/${at}`,
    ...(random() < 0.5 && { parts: { people: { salt: text(), text: text() } } }),
  }));
  return appendTexts(`stream-${n}${text()}`, below(100) - 1, events);
}

/** What the writer finds in a batch, read by the description of `BatchMemory` alone. */
export function readBatch({ heads, bytes }: BatchMemory, appends: number) {
  let head = 0;
  let at = 0;
  const number = () => heads[head++] ?? -1;
  const text = () => {
    const from = at;
    at += number();
    return bytes.toString('utf8', from, at);
  };
  return Array.from({ length: appends }, () => {
    const expected = number();
    const events = number();
    const stream = text();
    return { stream, expected, texts: Array.from({ length: events * TEXTS_AN_EVENT }, text) };
  });
}

/** An append as `readBatch` gives it. */
export function asRead({ stream, expected, texts }: AppendTexts) {
  return { stream, expected, texts: [...texts] };
}

/** Whether a batch has room: an append is given three bytes a character, which is the most that UTF-8 takes. */
export function hasRoom(
  { appends, heads, bytes }: BatchSize,
  held: readonly AppendTexts[],
  { texts, characters }: AppendTexts,
): boolean {
  const heldTexts = held.flatMap((one) => [one.stream, ...one.texts]);
  const numbers = held.reduce((sum, one) => sum + 3 + one.texts.length, 0);
  return (
    held.length < appends &&
    numbers + 3 + texts.length <= heads &&
    Buffer.byteLength(heldTexts.join('')) + 3 * characters <= bytes
  );
}
