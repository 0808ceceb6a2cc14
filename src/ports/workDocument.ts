/**
 * An item of a work index, the projection of work to do: one document for each item, removed when nothing is left.
 * Items queue by lane (a workspace, an endpoint, a run), so that one lane's backlog hides no other lane.
 */
export interface WorkDocument {
  /** Its partition of the work: `partitionOf(key)`. */
  readonly partition: number;
  readonly lane: string;
  /** Milliseconds since 1970: not before this time. */
  readonly dueAtMs: number;
}

export const WORK_INDEX: Readonly<Record<string, readonly string[]>> = {
  due: ['partition', 'lane', 'dueAtMs'],
} satisfies Record<string, (keyof WorkDocument)[]>;
