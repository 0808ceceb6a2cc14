/**
 * Bytes of request bodies in memory over all requests. What cannot be had is refused, never waited for: a caller who
 * is told 503 tries again, one who waits holds a connection.
 */
export interface BodyBudget {
  hold(): BodyHold;
  inUse(): number;
}

/** One request's part of the budget. */
export interface BodyHold {
  /** Whether a body of so many bytes could be had at present; takes nothing. */
  fits(workspace: string, bytes: number): boolean;
  /** Takes more bytes for the workspace's body; false when they cannot be had. */
  take(workspace: string, bytes: number): boolean;
  /** Gives back whatever was taken; nothing can be taken afterwards. */
  release(): void;
  /** Called once, when the hold is given back; at once where it was. */
  onRelease(tell: () => void): void;
}

/** For requests that bring no body. */
export const nothingHeld: BodyHold = {
  fits: () => false,
  take: () => false,
  release: () => {},
  onRelease: () => {},
};

export interface BudgetOptions {
  /** Over all requests. */
  readonly maxBytes: number;
  /** Bytes that one body may have. */
  readonly maxBodyBytes: number;
  /** Up to here a body is small; by default `SMALL_BYTES`. */
  readonly smallBytes?: number;
}

/** Bodies up to here are small: they have a reserve that no larger one can take. */
export const SMALL_BYTES = 1_048_576;
/** A workspace's share of the budget, unless one body may be larger. */
const SHARE = 1 / 4;
const RESERVE = 1 / 8;

/**
 * Only what has arrived counts, whatever was announced. A workspace has a quarter at most, and an eighth is kept for
 * bodies below a mebibyte: so nobody can keep everybody else's requests out.
 */
export function bodyBudget({ maxBytes, maxBodyBytes, smallBytes = SMALL_BYTES }: BudgetOptions): BodyBudget {
  const shareBytes = Math.max(maxBytes * SHARE, maxBodyBytes);
  const largeBytes = Math.max(maxBytes * (1 - RESERVE), Math.min(maxBytes, maxBodyBytes));
  const heldBy = new Map<string, number>();
  let used = 0;
  let usedByLarge = 0;

  return {
    inUse: () => used,
    hold: () => {
      let held = 0;
      let owner = '';
      let released = false;
      const tell: (() => void)[] = [];
      const largePart = (bytes: number) => (bytes > smallBytes ? bytes : 0);
      const fits = (workspace: string, bytes: number) => {
        const inAll = held + bytes;
        if (released || used + bytes > maxBytes) return false;
        if ((heldBy.get(workspace) ?? 0) + bytes > shareBytes) return false;
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
          heldBy.set(workspace, (heldBy.get(workspace) ?? 0) + bytes);
          return true;
        },
        release: () => {
          if (released) return;
          released = true;
          used -= held;
          usedByLarge -= largePart(held);
          const others = (heldBy.get(owner) ?? 0) - held;
          if (others > 0) heldBy.set(owner, others);
          else heldBy.delete(owner);
          held = 0;
          for (const told of tell.splice(0)) told();
        },
        onRelease: (told) => {
          if (released) told();
          else tell.push(told);
        },
      };
    },
  };
}
