import { BEGINNING, type Position } from '../events/event.ts';

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
  /** Its outcome is at the position: it is held until the index has passed that. Not at all where it is known to have. */
  hold(key: string, until: Position): void;
  /** It is in flight no more, and has no outcome. */
  end(key: string): void;
  /** Releases what the index has passed, and costs as much as that. To be called before the index is read. */
  releasePassed(): void;
  /** The position that the index had at the last release. */
  readonly passed: Position;
  /** How many are held. */
  readonly held: number;
}

/** `indexPosition`: a position up to which everything is in the index, in all partitions that this process holds. */
export function inFlight(indexPosition: () => Position): InFlight {
  const flying = new Set<string>();
  const held = new Map<string, Position>();
  let passed = BEGINNING;

  const isHeld = (key: string, at: Position) => {
    const until = held.get(key);
    if (until === undefined) return false;
    if (at >= until) held.delete(key);
    return at < until;
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
    releasePassed() {
      passed = indexPosition();
      // They are about in the order of the log. An item after one with a later position waits for that, which is not
      // long: no position is after the log's end at the time when its item came.
      for (const [key, until] of held) {
        if (until > passed) return;
        held.delete(key);
      }
    },
    get passed() {
      return passed;
    },
    get held() {
      return held.size;
    },
  };
}
