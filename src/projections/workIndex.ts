import { streamId } from '../events/category.ts';
import type { RecordedEvent } from '../events/event.ts';
import { partitionOf } from '../events/partitionOf.ts';
import { type Handlers, type Projection, projection } from '../follow/fold/projection.ts';
import { WORK_INDEX, type WorkDocument } from '../ports/workDocument.ts';

/** What is particular to a work index. `partitionKey` of an event must give the partition of its item. */
export interface WorkIndexOptions<Event extends RecordedEvent>
  extends Pick<Projection<object, Event>, 'name' | 'version' | 'partitionKey'> {
  readonly foldedBy: 'sender' | 'dispatcher';
  readonly partitions: number;
}

/** A read model of work to do: one document for each stream, keyed by the stream's id. */
export function workIndex<Document extends WorkDocument, Event extends RecordedEvent>(
  { name, partitions, ...options }: WorkIndexOptions<Event>,
  on: Handlers<Document, Event>,
): Projection<Document, Event> {
  const key = ({ stream }: Event) => streamId(stream);
  return projection<Document, Event>({
    ...{ ...options, name: `${name}_p${partitions}`, indexes: WORK_INDEX },
    ...{ key, on },
  });
}

/** The work item of an event's stream; its lane is the workspace. */
export function workItem(
  { stream, metadata }: Pick<RecordedEvent, 'stream' | 'metadata'>,
  partitions: number,
  due: ReturnType<typeof dueAt>,
): WorkDocument {
  return { partition: partitionOf(streamId(stream), partitions), lane: metadata.workspace, ...due };
}

/** When what the event begins is due: at the date, or at once and in the order of the events where there is none. */
export function dueAt(
  { metadata }: Pick<RecordedEvent, 'metadata'>,
  date: string | null,
): Pick<WorkDocument, 'dueAtMs' | 'isAtOnce'> {
  return { dueAtMs: Date.parse(date ?? metadata.at), isAtOnce: date === null };
}
