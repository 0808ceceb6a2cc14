import type { Pace, PaceRule, PaceWindow } from '../../ports/pace.ts';
import type { Permit } from '../../work/worker.ts';

/** The sends that one message may make: the first one, granted at its start, and those that it asks for on the way. */
export interface SendGrants {
  /** Sends that may be begun now, and not yet handed to `consume`; `wanted` of them at most. */
  upTo(wanted: number): Promise<number>;
  /** When the next one may be granted, in milliseconds, where the last answer was fewer than wanted; else 0. */
  readonly retryAfterMs: number;
  /** Reports that one of them begins. */
  consume(): void;
  /** Gives back what was not spent. */
  finish(): Promise<void>;
}

/** @param permit is for the first send; null: there is none */
export function sendGrants(
  pace: Pick<Pace, 'take' | 'refund'>,
  workspace: string,
  limitsOf: (workspace: string) => Promise<PaceRule>,
  permit: Permit | null,
): SendGrants {
  const asked: { readonly window: PaceWindow; left: number }[] = [];
  let hasOwn = permit !== null;
  let retryAfterMs = 0;
  return {
    get retryAfterMs() {
      return retryAfterMs;
    },
    async upTo(wanted) {
      const left = (hasOwn ? 1 : 0) + asked.reduce((sum, grant) => sum + grant.left, 0);
      if (wanted <= left) return wanted;
      const grant = await pace.take(workspace, await limitsOf(workspace), wanted - left);
      const { granted, window } = grant;
      retryAfterMs = granted < wanted - left ? grant.retryAfterMs : 0;
      if (granted > 0) asked.push({ window, left: granted });
      return left + granted;
    },
    consume() {
      if (hasOwn) {
        hasOwn = false;
        return permit?.use();
      }
      const grant = asked.find(({ left }) => left > 0);
      if (grant !== undefined) grant.left--;
    },
    async finish() {
      const unused = asked.splice(0).filter(({ left }) => left > 0);
      const own = hasOwn ? [permit?.refund()] : [];
      hasOwn = false;
      // Begun at once, so that one that fails loses no other.
      await Promise.all([...own, ...unused.map(({ window, left }) => pace.refund(workspace, window, left))]);
    },
  };
}
