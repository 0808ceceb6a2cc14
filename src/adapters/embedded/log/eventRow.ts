import {
  PART_KINDS,
  type Part,
  type PartKind,
  type Parts,
  type RecordedEvent,
} from '../../../events/event.ts';
import { LogDamaged } from '../../../ports/eventStore.ts';
import type { WrittenAppend } from '../../../ports/logGrowth.ts';
import { positionAt } from '../../position.ts';
import { ledgerPath } from './ledgerFile.ts';
import { TEXTS_AN_EVENT } from './logFormat.ts';
import { rowBytes, rowCrc } from './rowHash.ts';

const OPEN_COLUMNS = 'position, stream, revision, type, id, at, workspace, crc, data, metadata';
const PART_COLUMNS = PART_KINDS.map((kind) => `${kind}.salt, ${kind}.text`).join(', ');
/** What of the parts follows an event's own columns, and the join that has it. */
export const WITH_PARTS = PART_KINDS.map((kind) => `LEFT JOIN ${kind} USING (position)`).join(' ');

/** The beginning of a query for events, as `decoded` takes them; without their parts those are not read. */
export const SELECT_EVENTS = `SELECT ${OPEN_COLUMNS}, ${PART_COLUMNS} FROM events ${WITH_PARTS}`;
export const SELECT_OPEN_EVENTS = `SELECT ${OPEN_COLUMNS} FROM events`;

export type EventRow = readonly [
  number,
  string,
  number,
  string,
  string,
  string,
  string,
  number,
  string,
  string,
  /** Salt and text of each part. */
  ...(string | null)[],
];

/** The event of a row. @throws LogDamaged when the row is not as it was written */
export function decoded(folder: string, row: EventRow): RecordedEvent {
  const [position, stream, revision, type, id, at, workspace, crc, data, metadata] = row;
  try {
    const texts = [stream, type, id, at, workspace, data, metadata];
    // A value of another kind may have the same bytes, and so the same checksum.
    if (typeof revision !== 'number' || texts.some((text) => typeof text !== 'string'))
      throw new Error('a value is of another kind');
    if (rowCrc(rowBytes({ position, revision, texts })) !== crc) throw new Error('its checksum differs');
    return recorded({ position, stream, revision, id, type, data, metadata }, row, PARTS_OF_ROW);
  } catch (cause) {
    throw new LogDamaged(`${ledgerPath(folder)} is damaged: the event at position ${position} was changed`, {
      cause,
    });
  }
}

/** The events of an append after a position, of some types or all, as a query for them gives them. */
export function eventsOf(
  { first, stream, expected, texts }: WrittenAppend,
  after: number,
  types?: readonly string[],
): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (let at = Math.max(0, after + 1 - first); at * TEXTS_AN_EVENT < texts.length; at++) {
    const own = texts.slice(at * TEXTS_AN_EVENT, (at + 1) * TEXTS_AN_EVENT);
    const [id = '', type = '', , , data = '', metadata = ''] = own;
    if (types !== undefined && !types.includes(type)) continue;
    const place = { position: first + at, stream, revision: expected + 1 + at };
    events.push(recorded({ ...place, id, type, data, metadata }, own, PARTS_OF_TEXTS));
  }
  return events;
}

/** The texts of an event, and where it is. */
interface EventTexts {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Where salt and text of each part begin in a row, if they were read, and in an event's texts. */
const PARTS_OF_ROW = OPEN_COLUMNS.split(',').length;
const PARTS_OF_TEXTS = TEXTS_AN_EVENT - 2 * PART_KINDS.length;

/**
 * The one way from texts to an event, wherever they come from. In `values` salt and text of each part follow one another from
 * `partsAt`. @throws SyntaxError for what is no JSON
 */
function recorded(
  { position, stream, revision, id, type, data, metadata }: EventTexts,
  values: readonly unknown[],
  partsAt: number,
): RecordedEvent {
  const event = {
    id,
    type,
    stream,
    revision,
    data: JSON.parse(data) as unknown,
    metadata: JSON.parse(metadata) as RecordedEvent['metadata'],
    position: positionAt(position),
  };
  const parts = partsIn(values, partsAt);
  return parts === null ? event : { ...event, parts };
}

/** Salts and texts as they were read; what is of another kind is no part, and the event is found to lack it. */
function partsIn(values: readonly unknown[], partsAt: number): Parts | null {
  let parts: { [Kind in PartKind]?: Part } | null = null;
  for (const [at, kind] of PART_KINDS.entries()) {
    const salt = values[partsAt + 2 * at];
    const text = values[partsAt + 2 * at + 1];
    // A part has a JSON object for its text, so an empty one is none.
    if (typeof salt !== 'string' || typeof text !== 'string' || text === '') continue;
    parts ??= {};
    parts[kind] = { salt, text };
  }
  return parts;
}
