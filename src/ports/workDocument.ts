/**
 * An item of a work index, the projection of work to do: one document for each item, removed when nothing is left.
 * Items queue by lane (a workspace, an endpoint, a run), so that one lane's backlog hides no other lane.
 */
export interface WorkDocument {
  /** Its partition of the work: `partitionOf(key)`. */
  readonly partition: number;
  readonly lane: string;
  /** Milliseconds since 1970: its place in the lane, and not before this time. */
  readonly dueAtMs: number;
  /** It waits for no date: whatever the clocks say, it is due, and `dueAtMs` is only its place. */
  readonly isAtOnce?: boolean;
}

/** Whether it is due at `nowMs` of the wall clock, which may have been set back, or differ from that of who wrote the date. */
export function isDue({ dueAtMs, isAtOnce }: Due, nowMs: number): boolean {
  return isAtOnce === true || dueAtMs <= nowMs;
}

type Due = Pick<WorkDocument, 'dueAtMs' | 'isAtOnce'>;

export const WORK_INDEX: Readonly<Record<string, readonly string[]>> = {
  due: ['partition', 'lane', 'dueAtMs'],
} satisfies Record<string, (keyof WorkDocument)[]>;
