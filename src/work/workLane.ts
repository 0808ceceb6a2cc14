import type { WorkDocument } from '../ports/workDocument.ts';
import type { Timed } from '../queues/delayQueue.ts';

/** A lane of a work index. */
export interface WorkLane {
  /** Unique over all partitions. */
  readonly name: string;
  readonly partition: number;
  /** As its items name it; there may be one in each partition. */
  readonly lane: string;
  /** Its owner: what an owner has under way counts for all its lanes. */
  readonly owner: string;
  /** What is known here of when it is worth a read. */
  readonly state: LaneState;
}

export interface LaneState {
  /** Until this date nothing of it is due, and it sleeps; null: it is awake. */
  date: Timed<WorkLane> | null;
  /** Of several rests the last one counts; null: it is over. By the monotonic clock, as all but dates. */
  rest: Timed<WorkLane> | null;
  closed: { readonly untilMs: number; readonly granted: number; readonly why: string } | null;
  backOffMs: number;
}

export type LaneOf = Pick<WorkDocument, 'partition' | 'lane'>;

/** The name of a lane of a partition, unique over all. */
export const laneName = ({ partition, lane }: LaneOf) => `${partition}/${lane}`;
