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
  /** All notifications since the last call. */
  take(): { readonly lanes: readonly WrittenLane[]; readonly owners: readonly string[] };
}

/** Lanes and owners that are remembered until the next look, at most. */
const MAX_REMEMBERED = 10_000;

export function workHints(sleep: (ms: number, signal: AbortSignal) => Promise<void>): WorkHints {
  const waiting = notify(sleep);
  let lanes: WrittenLane[] = [];
  let owners = new Set<string>();
  return {
    ...waiting,
    wrote(written) {
      for (const lane of written.slice(0, MAX_REMEMBERED - lanes.length)) lanes.push(lane);
      waiting.notify();
    },
    opened(owner) {
      if (owners.size < MAX_REMEMBERED) owners.add(owner);
      waiting.notify();
    },
    take() {
      const taken = { lanes, owners: [...owners] };
      lanes = [];
      owners = new Set();
      return taken;
    },
  };
}
