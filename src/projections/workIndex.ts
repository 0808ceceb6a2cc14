import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../events/envelope.ts';
import type { IndexValue } from '../ports/documents.ts';
import type { Projection } from './projection.ts';

/**
 * A work index is a projection of what is still to be done: a document an item, gone when nothing is left.
 * Items queue by lane (a workspace, an endpoint, a run), so that one lane's backlog hides no other lane.
 */
export interface WorkDocument {
  /** Which share of the work it is: `partitionOf(key)`. */
  readonly partition: number;
  readonly lane: string;
  /** Milliseconds since 1970: not before this time. */
  readonly dueAtMs: number;
}

export const WORK_INDEX: Readonly<Record<string, readonly string[]>> = {
  due: ['partition', 'lane', 'dueAtMs'],
} satisfies Record<string, (keyof WorkDocument)[]>;

export type WorkProjection<Document extends WorkDocument, Event extends RecordedEvent> = Projection<
  Document,
  Event
>;

export type DueValues = readonly [partition: IndexValue, lane: IndexValue, dueAtMs: IndexValue];

/** Share of a key among `partitions`: the same in every process. */
export function partitionOf(key: string, partitions: number): number {
  if (partitions === 1) return 0;
  return createHash('md5').update(key).digest().readUInt32BE(0) % partitions;
}
