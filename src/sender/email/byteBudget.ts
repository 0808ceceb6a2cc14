import { counts } from '../../queues/counts.ts';
import { turnQueue } from '../../queues/turnQueue.ts';

/** What work knows of the room that it has. */
export interface Room {
  /** Whether it had to wait for it. */
  readonly hasWaited: boolean;
  /** Whether other work of that size waits for room. */
  othersWait(): boolean;
}

/** Bounds the bytes that many pieces of work hold at once. */
export interface ByteBudget {
  /**
   * Waits for room, then runs. Small work never waits for large work, nor large work for small; work larger than what large
   * work may have runs as the only large one. Owners take turns. Resolves with null, without running it, where a few large
   * pieces of the owner wait already.
   */
  within<Result>(owner: string, bytes: number, work: (room: Room) => Promise<Result>): Promise<Result | null>;
}

/** Work up to here is small. */
export const SMALL_BYTES = 4 * 1024 * 1024;
/** This part of the budget is for small work, the rest for large work. */
const FOR_SMALL = 3 / 8;
/** The rest of each part is for owners who have nothing under way in it. */
const FOR_ALL = 3 / 4;
/** Large pieces of an owner that wait, at most: they may wait for minutes, each in a place that its small ones need. */
const LARGE_WAITING = 8;

export function byteBudget(limitBytes: number): ByteBudget {
  const small = partOf(limitBytes * FOR_SMALL, Number.POSITIVE_INFINITY);
  const large = partOf(limitBytes * (1 - FOR_SMALL), LARGE_WAITING);
  return {
    within: (owner, bytes, work) => (bytes <= SMALL_BYTES ? small : large).within(owner, bytes, work),
  };
}

function partOf(limitBytes: number, mostWaiting: number): ByteBudget {
  const heldBy = counts();
  const waiting = turnQueue<{ readonly bytes: number; readonly go: () => void }>();
  const othersWait = () => waiting.size > 0;
  let usedBytes = 0;
  const take = (owner: string, bytes: number) => {
    usedBytes += bytes;
    heldBy.add(owner, bytes);
  };
  const admit = () => {
    // Work that does not fit stops what comes after it, so that a large one does not wait for ever while smaller ones pass.
    let isFull = false;
    const mayBegin = (owner: string, { bytes }: { readonly bytes: number }) => {
      if (isFull || (heldBy.of(owner) > 0 && usedBytes + bytes > limitBytes * FOR_ALL)) return false;
      isFull = usedBytes > 0 && usedBytes + bytes > limitBytes;
      return !isFull;
    };
    for (let next = waiting.next(mayBegin); next !== null; next = waiting.next(mayBegin)) {
      take(next.owner, next.item.bytes);
      next.item.go();
    }
  };
  return {
    async within(owner, bytes, work) {
      if (waiting.sizeOf(owner) >= mostWaiting) return null;
      let isBegun = false;
      let hasWaited = false;
      await new Promise<void>((resolve) => {
        const go = () => {
          isBegun = true;
          resolve();
        };
        waiting.add(owner, { bytes, go });
        admit();
        hasWaited = !isBegun;
      });
      try {
        return await work({ hasWaited, othersWait });
      } finally {
        take(owner, -bytes);
        admit();
      }
    },
  };
}
