import { BEGINNING, type Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * The items that a process works on: those in flight (they wait in memory, or their side effect is under way), and those that
 * are held, whose outcome is in the log but not yet in the index, which may still show them as due. What is in here is not
 * taken from the index a second time.
 */
export interface InFlight {
  /** `at`: the position of the item as the index shows it. At its outcome, or later, it is held no more. */
  has(key: string, at?: Position): boolean;
  /** False when it is in flight already; one that is held may begin again. */
  begin(key: string): boolean;
  /** Its outcome is at the position: it is held until the index has passed that. Not at all where the index is known to have. */
  hold(key: string, until: Position): void;
  /** It is in flight no more, and has no outcome. */
  end(key: string): void;
  /**
   * Releases what the index has passed. It costs as much as is released, and now and then one read of the index's position.
   * To be called before the index is read.
   */
  letGo(): Promise<void>;
  /** The position that the index had when it was last read. */
  readonly passed: Position;
  /** How many are held. */
  readonly held: number;
  /** Milliseconds until `letGo` may release an item that `has` was called for since the last time; infinite without one. */
  nextInMs(): number;
}

/** The index's position is read at most this often. */
const ASK_EVERY_MS = 100;

/** `indexPosition`: a position up to which everything is in the index, in all its partitions. */
export function inFlight(
  indexPosition: () => Promise<Position>,
  clock: Pick<Clock, 'monotonicMs'>,
): InFlight {
  const flying = new Set<string>();
  const held = new Map<string, Position>();
  let passed = BEGINNING;
  let askAtMs = clock.monotonicMs();
  // Most items that are held are gone from the index by then, and `has` is not called for them again.
  let isMissed = false;

  const isHeld = (key: string, at: Position) => {
    const until = held.get(key);
    if (until === undefined) return false;
    if (at >= until) held.delete(key);
    else isMissed = true;
    return at < until;
  };
  const release = () => {
    // They are about in the order of the log. An item after one with a later position waits for that, which is not
    // long: no position is after the log's end at the time when its item came.
    for (const [key, until] of held) {
      if (until > passed) return;
      held.delete(key);
    }
  };
  return {
    has: (key, at = BEGINNING) => flying.has(key) || isHeld(key, at),
    begin(key) {
      if (flying.has(key)) return false;
      held.delete(key);
      flying.add(key);
      return true;
    },
    hold(key, until) {
      flying.delete(key);
      held.delete(key);
      if (until > passed) held.set(key, until);
    },
    end: (key) => void flying.delete(key),
    async letGo() {
      if (held.size === 0 || clock.monotonicMs() < askAtMs) return;
      askAtMs = clock.monotonicMs() + ASK_EVERY_MS;
      const wasMissed = isMissed;
      isMissed = false;
      try {
        passed = await indexPosition();
      } catch (error) {
        isMissed ||= wasMissed;
        throw error;
      }
      release();
    },
    get passed() {
      return passed;
    },
    get held() {
      return held.size;
    },
    // What was missed may have begun again, or have been released since: then there is nothing to wait for.
    nextInMs: () =>
      isMissed && held.size > 0 ? Math.max(0, askAtMs - clock.monotonicMs()) : Number.POSITIVE_INFINITY,
  };
}
