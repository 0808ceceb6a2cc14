import type { NewEvent, Position, RecordedEvent } from '../../events/envelope.ts';

/**
 * How an event lies in the log: its type, a line feed, and the event as JSON without its position, which is the
 * key. The type stands first so that a filtered reader passes over events without parsing them. JSON text holds
 * lone surrogates as escapes, so that every JavaScript string survives UTF-8.
 */
export interface EncodedAppend {
  readonly records: readonly Buffer[];
  /** Over ids, types, data and metadata. */
  readonly bytes: number;
}

const LINE_FEED = 0x0a;
const FRAMING_BYTES = '\n{"id":,"type":,"stream":,"revision":,"data":,"metadata":}'.length;
const POSITION_DIGITS = 20;

/** @throws TypeError when data cannot be held as JSON */
export function encodeAppend(stream: string, first: number, events: readonly NewEvent[]): EncodedAppend {
  const streamText = JSON.stringify(stream);
  let bytes = 0;
  const records = events.map(({ id, type, data, metadata }, at) => {
    const dataText = JSON.stringify(data) as string | undefined;
    if (dataText === undefined) throw new TypeError(`data of ${type} is nothing that JSON can hold`);
    if (type.includes('\n')) throw new TypeError('an event type holds no line feed');
    const idText = JSON.stringify(id);
    const typeText = JSON.stringify(type);
    const metadataText = JSON.stringify(metadata);
    const record = Buffer.from(
      `${type}\n{"id":${idText},"type":${typeText},"stream":${streamText},"revision":${first + at},"data":${dataText},"metadata":${metadataText}}`,
    );
    // What is framing around the caller's own bytes: names of fields, the stream, the revision, the type once more.
    bytes += record.length - FRAMING_BYTES - type.length - streamText.length - String(first + at).length;
    return record;
  });
  return { records, bytes };
}

/** Whether a record is of one of the given types, whose names are given as bytes. */
export function isOfType(record: Uint8Array, types: readonly Uint8Array[]): boolean {
  return types.some((type) => {
    if (record[type.length] !== LINE_FEED) return false;
    for (let at = type.length - 1; at >= 0; at--) if (record[at] !== type[at]) return false;
    return true;
  });
}

export function decodeRecord(record: Buffer, position: number): RecordedEvent {
  const event = JSON.parse(record.toString('utf8', record.indexOf(LINE_FEED) + 1)) as RecordedEvent;
  (event as { position: Position }).position = positionText(position);
  return event;
}

export function positionText(position: number): Position {
  return String(position).padStart(POSITION_DIGITS, '0');
}
