import { LRUCache } from 'lru-cache';
import type { Ledger } from '../commands/kernel/ledger.ts';
import { suspensionOf } from '../commands/workspace/suspension.ts';
import type { Metrics } from '../ports/metrics.ts';
import { ApiError } from './errors.ts';

/** As long as a key: a suspended workspace is refused within a second. */
const CACHE_MS = 500;
const MAX_CACHED = 10_000;

export interface Suspensions {
  /** Null: its sends are taken, which was read a moment ago. @throws ApiError 403 with the reason */
  refuse(workspace: string): Promise<void> | null;
}

export function suspensions({ store, clock }: Ledger, metrics: Metrics): Suspensions {
  const cache = new LRUCache<string, { readonly reason: string | null; readonly untilMs: number }>({
    max: MAX_CACHED,
  });
  const refuseBy = (reason: string | null): null => {
    if (reason === null) return null;
    metrics.count('postledger_suspended_sends_total');
    throw new ApiError('forbidden', `The workspace is suspended: ${reason}`);
  };
  return {
    refuse(workspace) {
      const known = cache.get(workspace);
      if (known !== undefined && clock.monotonicMs() < known.untilMs) return refuseBy(known.reason);
      const untilMs = clock.monotonicMs() + CACHE_MS;
      return suspensionOf(store, workspace).then((reason) => {
        cache.set(workspace, { reason, untilMs });
        refuseBy(reason);
      });
    },
  };
}
