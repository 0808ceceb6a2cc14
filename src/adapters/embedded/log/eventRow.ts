import type { RecordedEvent } from '../../../events/event.ts';
import { LogDamaged } from '../../../ports/eventStore.ts';
import { positionAt } from '../../position.ts';
import { ledgerPath } from './ledgerFile.ts';
import { rowBytes, rowCrc } from './rowHash.ts';

/** What is read of an event, in this order. */
export const COLUMNS = 'position, stream, revision, type, id, at, workspace, crc, data, metadata';
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
];

/** The event of a row. @throws LogDamaged when the row is not as it was written */
export function decoded(folder: string, row: EventRow): RecordedEvent {
  const [position, stream, revision, type, id, at, workspace, crc, data, metadata] = row;
  const place = positionAt(position);
  try {
    const texts = [stream, type, id, at, workspace, data, metadata];
    // A value of another kind may have the same bytes, and so the same checksum.
    if (typeof revision !== 'number' || texts.some((text) => typeof text !== 'string'))
      throw new Error('a value is of another kind');
    if (rowCrc(rowBytes({ position, revision, texts })) !== crc) throw new Error('its checksum differs');
    return {
      id,
      type,
      stream,
      revision,
      data: JSON.parse(data) as unknown,
      metadata: JSON.parse(metadata) as RecordedEvent['metadata'],
      position: place,
    };
  } catch (cause) {
    throw new LogDamaged(`${ledgerPath(folder)} is damaged: the event at position ${position} was changed`, {
      cause,
    });
  }
}
