import type { Position } from '../events/event.ts';
import type { Collection } from '../ports/documents.ts';
import type { PaceGrant, PaceWindow } from '../ports/pace.ts';
import type { WorkDocument } from '../ports/workDocument.ts';

/**
 * One kind of side effect. The loop takes due items from the work index, keeps within the bounds, and holds an
 * item until the index has passed the outcome that `run` appended. `run` may be called twice at once, in two
 * processes: it must claim by an append at an exact revision where a second side effect does harm.
 */
export interface Worker<Document extends WorkDocument = WorkDocument> {
  readonly name: string;
  readonly collection: Collection<Document>;
  readonly maxInFlight: number;
  readonly maxInFlightPerLane: number;
  /** The owner of a lane; absent: each lane is its own owner. */
  ownerOf?(lane: string): string;
  /** How many of the lane's items may start now, and why not more; asked before `run`. Absent: all. */
  admit?(lane: string, wanted: number): Promise<Admission>;
  /** Takes back what `admit` granted and no item used. */
  refund?(lane: string, window: PaceWindow, unused: number): Promise<void>;
  /**
   * Does the work of one item. Resolves with the position of the last event it appended or found in the stream,
   * or with `retryAfterMs` when the item is to be looked at again later.
   * `signal` aborts when the service stops: finish what cannot be undone, hand back the rest. What was admitted for
   * the item is given back unless it uses its `permit`.
   */
  run(key: string, document: Document, signal: AbortSignal, permit: Permit): Promise<WorkResult>;
}

/** What may start now of a lane. */
export interface Admission extends PaceGrant {
  /** Where that is not all: why, in words, as in `Wait`. Absent: the pace. */
  readonly why?: string;
}

/** What `admit` granted to one item. */
export interface Permit {
  /** Reports that the side effect has begun: from now on the grant is used, however it ends. */
  use(): void;
  /** Gives back now what has not been used, before something that may take long; afterwards there is none. */
  refund(): Promise<void>;
}

/** What becomes of an item when its pause is over, and why it has one. */
export interface PutOff {
  readonly why: string;
  goOn(): void;
}

export type WorkResult =
  /** Its outcome is at the position; the index says what comes next, unless the loop is to go on with it sooner by itself. */
  | { readonly position: Position; readonly again?: { readonly afterMs: number } & PutOff }
  /** It is to be looked at again later. `why`: as in `Wait`. */
  | { readonly retryAfterMs: number; readonly why: string };
