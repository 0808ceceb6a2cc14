import type { Stored } from '../ports/documents.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { type Notify, notify } from '../queues/notify.ts';
import { laneName } from './workLane.ts';

/** A lane of which an item was written, and when that is due. */
export interface WrittenLane {
  readonly partition: number;
  readonly lane: string;
  /** Milliseconds since 1970; the earliest of several items. */
  readonly dueAtMs: number;
  /** Whether one of them waits for no date. */
  readonly isAtOnce?: boolean;
}

/** An item of a work index. */
export type WorkItem = Pick<Stored<WorkDocument>, 'key' | 'document'>;

/** What a worker's loop learns between its looks, from the folds of its index and from what changes for its owners. */
export interface WorkHints extends Notify {
  /** Items were written to the index, or removed from it. */
  wrote(items: readonly { readonly document: WorkDocument | null }[]): void;
  /** Items that are due, and not yet in the index: what cannot begin now is found there later. */
  handOver(items: readonly WorkItem[]): void;
  /** The owner's lanes may have a grant again, as after its pace was set. */
  opened(owner: string): void;
  /** How many times `opened` was called. */
  readonly openings: number;
  /** All since the last call; no sweep finds an owner, so of too many all are named. */
  take(): {
    readonly lanes: readonly WrittenLane[];
    readonly items: readonly WorkItem[];
    readonly owners: readonly string[] | 'all';
  };
}

/** Items and owners that are remembered until the next look, at most. */
const MAX_REMEMBERED = 10_000;
/** Lanes: as many as a loop knows. Others are found by its sweep. */
const MAX_LANES = 100_000;

export function workHints(sleep: (ms: number, signal: AbortSignal) => Promise<void>): WorkHints {
  const waiting = notify(sleep);
  let lanes = new Map<string, WrittenLane>();
  let items: WorkItem[] = [];
  let owners = new Set<string>();
  let openings = 0;
  const noteLane = ({ partition, lane, dueAtMs, isAtOnce = false }: WorkDocument) => {
    const name = laneName({ partition, lane });
    const before = lanes.get(name);
    if (before === undefined && lanes.size >= MAX_LANES) return;
    const first = Math.min(dueAtMs, before?.dueAtMs ?? Number.POSITIVE_INFINITY);
    lanes.set(name, { partition, lane, dueAtMs: first, isAtOnce: isAtOnce || before?.isAtOnce === true });
  };
  return {
    ...waiting,
    wrote(written) {
      for (const { document } of written) if (document !== null) noteLane(document);
      waiting.notify();
    },
    handOver(given) {
      // Of most events that are read no item begins: they wake no loop.
      if (given.length === 0) return;
      for (const item of given.slice(0, MAX_REMEMBERED - items.length)) items.push(item);
      waiting.notify();
    },
    opened(owner) {
      openings++;
      if (owners.size <= MAX_REMEMBERED) owners.add(owner);
      waiting.notify();
    },
    get openings() {
      return openings;
    },
    take() {
      const named = owners.size > MAX_REMEMBERED ? ('all' as const) : [...owners];
      const taken = { lanes: [...lanes.values()], items, owners: named };
      lanes = new Map();
      items = [];
      owners = new Set();
      return taken;
    },
  };
}
