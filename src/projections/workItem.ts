import { streamId } from '../events/category.ts';
import type { RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/** An event's stream as an item of a work index, keyed by the stream's id; its lane is the workspace. */
export function workItem(
  { stream, metadata }: Pick<RecordedEvent, 'stream' | 'metadata'>,
  partitions: number,
  dueAtMs: number,
): WorkDocument {
  return { partition: partitionOf(streamId(stream), partitions), lane: metadata.workspace, dueAtMs };
}
