import type { NewEvent, Position, RecordedEvent } from '../../../events/event.ts';

/** An append as texts, ready for the batch that takes it to the writer thread. */
export interface EncodedAppend {
  readonly stream: string;
  /** Revision that the stream's last event must have; -1 when the stream must not exist. */
  readonly expected: number;
  /** `TEXTS_AN_EVENT` for each event: id, type, at, workspace, data, metadata. */
  readonly texts: readonly string[];
  /** Characters of all texts. */
  readonly characters: number;
}

export const TEXTS_AN_EVENT = 6;
/** Where an event's type stands among its texts. */
export const TYPE_AT = 1;
const POSITION_DIGITS = 20;

/** @throws TypeError when an event holds what neither JSON nor a column can */
export function encodeAppend(stream: string, expected: number, events: readonly NewEvent[]): EncodedAppend {
  const texts: string[] = [];
  let characters = stream.length;
  for (const { id, type, data, metadata } of events) {
    const dataText = JSON.stringify(data) as string | undefined;
    if (dataText === undefined) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    if (!isColumnText(type) || type.includes('\n')) throw new TypeError('an event type is one line of text');
    if (!isColumnText(id)) throw new TypeError('an event id is one line of text');
    const own = [
      id,
      type,
      columnText(metadata.at),
      columnText(metadata.workspace),
      dataText,
      JSON.stringify(metadata),
    ];
    for (const text of own) {
      texts.push(text);
      characters += text.length;
    }
  }
  return { stream, expected, texts, characters };
}

/** Bytes of an append by the port's count: ids, types, data and metadata as JSON. */
export function countedBytes({ texts, characters }: EncodedAppend, limitBytes: number): number {
  // UTF-8 takes three bytes a UTF-16 unit at most: what is short enough anyway need not be counted.
  if (characters * 3 <= limitBytes) return 0;
  let bytes = 0;
  for (let at = 0; at < texts.length; at += TEXTS_AN_EVENT) {
    const [id = '', type = '', , , data = '', metadata = ''] = texts.slice(at, at + TEXTS_AN_EVENT);
    bytes += Buffer.byteLength(JSON.stringify(id)) + Buffer.byteLength(JSON.stringify(type));
    bytes += Buffer.byteLength(data) + Buffer.byteLength(metadata);
  }
  return bytes;
}

/** Whether SQLite keeps the text as it is: one with NUL would end there, lone surrogates have no UTF-8. */
export function isColumnText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The metadata has the truth of it; a column is for anyone who asks by SQL. */
function columnText(value: unknown): string {
  return typeof value === 'string' && isColumnText(value) ? value : '';
}

/** A row as `EVENT_COLUMNS` selects it. */
export type EventRow = readonly [
  position: number,
  stream: string,
  revision: number,
  type: string,
  id: string,
  data: string,
  metadata: string,
];

export const EVENT_COLUMNS = 'position, stream, revision, type, id, data, metadata';

/** @throws SyntaxError when the JSON of the row is damaged */
export function decodeRow([position, stream, revision, type, id, data, metadata]: EventRow): RecordedEvent {
  return {
    id,
    type,
    stream,
    revision,
    data: JSON.parse(data) as unknown,
    metadata: JSON.parse(metadata) as RecordedEvent['metadata'],
    position: positionText(position),
  };
}

export function positionText(position: number): Position {
  return String(position).padStart(POSITION_DIGITS, '0');
}
