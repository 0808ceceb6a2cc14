import type { Clock } from '../ports/clock.ts';
import type { Lease, Leases } from '../ports/lease.ts';
import { CliError } from './cliError.ts';

const LEASE_MS = 10_000;
const ASK_AGAIN_MS = 200;

/**
 * Takes leases, asking again while somebody holds one, for `patienceMs` over all of them.
 * @throws CliError with what `refusal` says of the name that was not free
 */
export function patientLease(
  { leases, clock, patienceMs }: { leases: Leases; clock: Clock; patienceMs: number },
  refusal: (name: string) => string,
): (name: string) => Promise<Lease> {
  const endsAtMs = clock.nowMs() + patienceMs;
  return async (name) => {
    for (;;) {
      const lease = await leases.acquire(name, LEASE_MS);
      if (lease !== null) return lease;
      if (clock.nowMs() >= endsAtMs) throw new CliError(refusal(name));
      await clock.sleep(ASK_AGAIN_MS);
    }
  };
}
