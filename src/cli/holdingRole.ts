import { partitionsOfRole, wholeRole } from '../runtime/partitions.ts';
import { CliError } from './cliError.ts';
import type { CliContext } from './context.ts';
import { holdingLeases } from './holdingLeases.ts';

const LEASE_MS = 10_000;
/** Longer than a killed process's leases last, and than members take to hear of us. */
const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 200;
/** For what a member had in hand when it gave its partition back. */
const SETTLE_MS = 2_000;

/**
 * Does something while nobody else works in the role: running services give its partitions back and wait, and go on
 * by themselves afterwards, also after our death.
 * @throws CliError when another command holds the role, or a service does not give way
 */
export async function holdingRole<T>(
  { leases, partitions, ledger: { clock } }: Pick<CliContext, 'leases' | 'partitions' | 'ledger'>,
  role: 'projector',
  action: () => Promise<T>,
): Promise<T> {
  const whole = wholeRole(role);
  const endsAtMs = clock.nowMs() + PATIENCE_MS;
  const take = async (name: string) => {
    for (;;) {
      const lease = await leases.acquire(name, LEASE_MS);
      if (lease !== null) return lease;
      if (clock.nowMs() >= endsAtMs)
        throw new CliError(
          name === whole
            ? 'another command holds the read models: try again when it has ended.'
            : `a service does not give way: it holds the lease ${name}.`,
        );
      await clock.sleep(ASK_AGAIN_MS);
    }
  };
  return holdingLeases([whole, ...partitionsOfRole(role, partitions)], take, async () => {
    await clock.sleep(SETTLE_MS);
    return action();
  });
}
