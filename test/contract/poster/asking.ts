import * as assert from 'uvu/assert';
import type { Poster, PostOutcome } from '../../../src/ports/poster.ts';
import type { Resolver } from '../../../src/ports/resolver.ts';
import type { HostileReceiver } from '../../support/hostileReceiver.ts';

/** What a poster is made of: the guard and the names it lives by, and whom it trusts beside the usual. */
interface PosterParts {
  readonly resolver: Resolver;
  readonly addressAllowed: (address: string) => boolean;
  readonly ca: readonly string[];
  /** Time that passes, for what is kept. */
  readonly monotonicMs?: () => number;
}

export const nobody: Resolver = { resolve: async () => [] };
export const loopback = (address: string) => address === '127.0.0.1';
/** For an attempt that shall run out of time. */
export const SHORT_MS = 400;
/** For one that shall not, however busy the machine is. */
export const LONG_MS = 60_000;

export interface Against {
  readonly resolver?: Resolver;
  readonly addressAllowed?: (address: string) => boolean;
  readonly timeoutMs?: number;
  readonly url?: string;
}

export async function allClosed(receiver: HostileReceiver): Promise<void> {
  for (let look = 0; receiver.open() > 0; look++) {
    if (look === 6_000) assert.unreachable('a socket was left open');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function reasonOf(outcome: PostOutcome): string {
  return outcome.outcome === 'failed' ? outcome.reason : `answered ${outcome.status}`;
}

export const every = (ms: number, what: () => void) => {
  const timer = setInterval(what, ms);
  return () => clearInterval(timer);
};

export type Open = (parts: PosterParts) => Poster;

/** The two ways in which the tests ask a poster that `open` makes. */
export function asking(open: Open) {
  async function postTo(receiver: { url: string; ca: string }, against: Against = {}): Promise<PostOutcome> {
    const { resolver = nobody, addressAllowed = loopback, timeoutMs = LONG_MS, url = receiver.url } = against;
    const poster = open({ resolver, addressAllowed, ca: [receiver.ca] });
    try {
      return await poster.post({ url, headers: { 'webhook-id': 'x' }, body: '{"a":1}', timeoutMs });
    } finally {
      await poster.close();
    }
  }

  /** One hostile behaviour: what the outcome is, and that no socket stays behind. */
  async function outcomeAgainst(receiver: HostileReceiver, against: Against = {}): Promise<PostOutcome> {
    try {
      const outcome = await postTo(receiver, against);
      await allClosed(receiver);
      return outcome;
    } finally {
      await receiver.close();
    }
  }

  return { postTo, outcomeAgainst };
}
