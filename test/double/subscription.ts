import type { EventLog } from './eventLog.ts';
import type { Filter } from './filter.ts';
import type { Gate } from './gate.ts';
import type { Outbox } from './outbox.ts';
import type { Place, ReadPage } from './scan.ts';

/** A catch-up subscription to the whole log, and what it is served with. */
export interface Subscription {
  readonly log: EventLog;
  readonly gate: Gate;
  readonly outbox: Outbox;
  readonly filter: Filter;
  readonly readPage: ReadPage;
  /** Records considered from one checkpoint to the next; null where none are sent. */
  readonly checkpointEvery: number | null;
  /** Index of the first record behind the place that was asked for, and that place; null: the beginning. */
  readonly firstIndex: number;
  readonly after: Place | null;
}

/** The turn of other calls: the server does its reading on threads of its own. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
