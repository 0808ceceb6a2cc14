import { type Notify, notify } from './follow/notify.ts';

/** A lane of which an item was written, and when that is due. */
export interface WrittenLane {
  readonly partition: number;
  readonly lane: string;
  /** Milliseconds since 1970; the earliest of several items. */
  readonly dueAtMs: number;
}

/** Notifications for a worker's loop between its looks. Any of them may be lost: a sweep finds the items. */
export interface WorkHints extends Notify {
  wrote(lanes: readonly WrittenLane[]): void;
  /** The owner's lanes may have a grant again, as after its pace was set. */
  opened(owner: string): void;
  /** How many times `opened` was called. */
  readonly openings: number;
  /** All notifications since the last call; no sweep finds an owner, so of too many all are named. */
  take(): { readonly lanes: readonly WrittenLane[]; readonly owners: readonly string[] | 'all' };
}

/** Lanes and owners that are remembered until the next look, at most. */
const MAX_REMEMBERED = 10_000;

export function workHints(sleep: (ms: number, signal: AbortSignal) => Promise<void>): WorkHints {
  const waiting = notify(sleep);
  let lanes: WrittenLane[] = [];
  let owners = new Set<string>();
  let openings = 0;
  return {
    ...waiting,
    wrote(written) {
      for (const lane of written.slice(0, MAX_REMEMBERED - lanes.length)) lanes.push(lane);
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
      const taken = { lanes, owners: owners.size > MAX_REMEMBERED ? 'all' : [...owners] } as const;
      lanes = [];
      owners = new Set();
      return taken;
    },
  };
}
