import { type NewEvent, PART_KINDS } from '../../../events/event.ts';
import type { WrittenAppend } from '../../../ports/logGrowth.ts';

/**
 * An append as texts, ready for the writer thread. Of each event these are id, type, at, workspace, data, metadata, then salt and text
 * of each part, empty where it has none.
 */
export type AppendTexts = Omit<WrittenAppend, 'first'>;

export const TEXTS_AN_EVENT = 6 + 2 * PART_KINDS.length;

/** @throws TypeError when an event holds a value that JSON or a column cannot hold */
export function appendTexts(stream: string, expected: number, events: readonly NewEvent[]): AppendTexts {
  const texts: string[] = [];
  for (const { id, type, data, metadata, parts } of events) {
    const dataText = JSON.stringify(data) as string | undefined;
    if (dataText === undefined) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    if (!isColumnText(type) || type.includes('\n')) throw new TypeError('an event type is one line of text');
    if (!isColumnText(id)) throw new TypeError('an event id is one line of text');
    texts.push(id, type, columnText(metadata.at), columnText(metadata.workspace));
    texts.push(dataText, JSON.stringify(metadata));
    for (const kind of PART_KINDS) texts.push(parts?.[kind]?.salt ?? '', parts?.[kind]?.text ?? '');
  }
  const characters = texts.reduce((sum, { length }) => sum + length, stream.length);
  return { stream, expected, texts, characters };
}

/** Bytes of an append by the port's count: ids and types as JSON, data, metadata and parts. */
export function countedBytes({ texts, characters }: AppendTexts, limitBytes: number): number {
  // UTF-8 takes three bytes a UTF-16 unit at most: a text that is short enough in any case is not counted.
  if (characters * 3 <= limitBytes) return 0;
  let bytes = 0;
  for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
    const [id = '', type = '', , , ...stored] = texts.slice(at, at + TEXTS_AN_EVENT);
    bytes += Buffer.byteLength(JSON.stringify(id)) + Buffer.byteLength(JSON.stringify(type));
    bytes += stored.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }
  return bytes;
}

/** Whether SQLite stores the text unchanged: it would end at a NUL, and lone surrogates have no UTF-8. */
export function isColumnText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The metadata is the truth; the column only serves queries by SQL. */
export function columnText(value: unknown): string {
  return typeof value === 'string' && isColumnText(value) ? value : '';
}
