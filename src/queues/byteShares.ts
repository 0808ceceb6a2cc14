import { counts } from './counts.ts';

/** Bytes in memory, of request bodies or of answers, and who may have how many of them. */
export interface ByteShares {
  hold(): ByteHold;
  inUse(): number;
}

/** One request's part of them. */
export interface ByteHold {
  /** Whether there is room for so many bytes at present; takes nothing. */
  fits(workspace: string, bytes: number): boolean;
  /** Takes more bytes for the workspace; false when there is no room. */
  take(workspace: string, bytes: number): boolean;
  /** Gives back all that was taken; nothing can be taken afterwards. */
  release(): void;
  /** The listener is called once, when the hold is released; at once where it was already. */
  onRelease(listener: () => void): void;
}

/** For requests without a body: nothing can be taken. */
export const NO_HOLD: ByteHold = {
  fits: () => false,
  take: () => false,
  release: () => {},
  onRelease: () => {},
};

export interface SharesOptions {
  /** Over all requests. */
  readonly maxBytes: number;
  /** Bytes that one hold may have. */
  readonly maxHoldBytes: number;
  /** Up to here a hold is small; by default `SMALL_BYTES`. */
  readonly smallBytes?: number;
}

/** Holds up to here are small: they have a reserve that no larger one can take. */
export const SMALL_BODY_BYTES = 1_048_576;
/** A workspace's share, unless one hold may be larger. */
const SHARE = 1 / 4;
const RESERVE = 1 / 8;

/**
 * Only what is in memory counts, not what was announced. A workspace has a quarter at most, and an eighth is reserved for
 * holds below a mebibyte. So no workspace can keep the requests of all others out.
 */
export function byteShares({
  maxBytes,
  maxHoldBytes,
  smallBytes = SMALL_BODY_BYTES,
}: SharesOptions): ByteShares {
  const shareBytes = Math.max(maxBytes * SHARE, maxHoldBytes);
  const largeBytes = Math.max(maxBytes * (1 - RESERVE), Math.min(maxBytes, maxHoldBytes));
  const heldBy = counts();
  let used = 0;
  let usedByLarge = 0;

  return {
    inUse: () => used,
    hold: () => {
      let held = 0;
      let owner = '';
      let released = false;
      const listeners: (() => void)[] = [];
      const largePart = (bytes: number) => (bytes > smallBytes ? bytes : 0);
      const fits = (workspace: string, bytes: number) => {
        const inAll = held + bytes;
        if (released || used + bytes > maxBytes) return false;
        if (heldBy.of(workspace) + bytes > shareBytes) return false;
        return inAll <= smallBytes || usedByLarge - largePart(held) + inAll <= largeBytes;
      };
      return {
        fits,
        take: (workspace, bytes) => {
          if (!fits(workspace, bytes)) return false;
          owner = workspace;
          usedByLarge += largePart(held + bytes) - largePart(held);
          used += bytes;
          held += bytes;
          heldBy.add(workspace, bytes);
          return true;
        },
        release: () => {
          if (released) return;
          released = true;
          used -= held;
          usedByLarge -= largePart(held);
          heldBy.add(owner, -held);
          held = 0;
          for (const listener of listeners.splice(0)) listener();
        },
        onRelease: (listener) => {
          if (released) listener();
          else listeners.push(listener);
        },
      };
    },
  };
}
