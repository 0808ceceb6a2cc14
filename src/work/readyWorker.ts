import type { Position } from '../events/event.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import type { ReadyItem } from './readyItems.ts';
import type { EndSlot, OwnerSpeed, SpeedClass } from './slots.ts';
import type { WorkResult } from './worker.ts';
import type { LaneOf } from './workLane.ts';

/** A kind of side effect whose owners each answer in their own time, and of which new items are handed over in memory. */
export interface ReadyWorker<Document extends WorkDocument, Item extends ReadyItem> {
  readonly name: string;
  readonly collection: Collection<Document>;
  /** See `FlightsDependencies`. */
  readonly longestFaultRetryMs: number;
  ownerOf(lane: string): string;
  /** All that the owner may have; they are in one partition. */
  lanesOf(owner: string): readonly LaneOf[];
  /** Whether the lane's items are tried for the first time. */
  isFirst(lane: string): boolean;
  /** False: all that is in the lane is due, at any date. */
  waitsForDate(lane: string): boolean;
  itemOf(stored: Stored<Document>): Item;
  speedOf(owner: string): OwnerSpeed;
  /** Why an owner of each class waits that has all the slots it may have. */
  readonly whyFull: Readonly<Record<SpeedClass, string>>;
  /** Partitions have become ours: reads what is known of owners. */
  onGained(): Promise<void>;
  /** After each look; see `Slots` for `probes`. */
  onLook(probes: number): void;
  /**
   * Does the work of one item, as `Worker.run` does. `endSlot`: to be called once the owner is free for another one, which may be before
   * the outcome is in the log.
   */
  run(item: Item, endSlot: EndSlot): Promise<ReadyResult<Item>>;
}

export type ReadyResult<Item> =
  | WorkResult
  /** Its outcome so far is at the position, and it goes on from memory after so long, as the next item. */
  | { readonly position: Position; readonly afterMs: number; readonly why: string; readonly next: Item }
  /** Nothing is to be done for its owner before that date, unless the owner is opened. */
  | { readonly closedUntilMs: number; readonly why: string };
