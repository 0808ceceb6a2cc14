import { partitionsOfRole } from '../runtime/follow/partitions.ts';
import { CliError } from './cliError.ts';
import type { CliContext } from './context.ts';
import { holdingLeases } from './holdingLeases.ts';

const LEASE_MS = 10_000;
const ROLES = ['projector', 'sender', 'dispatcher'] as const;

/**
 * Does something while holding every lease there is, so that no service works on this ledger meanwhile.
 * @throws CliError when a service is running
 */
export async function holdingEverything<T>(
  { leases, partitions }: Pick<CliContext, 'leases' | 'partitions'>,
  action: () => Promise<T>,
): Promise<T> {
  const names = ROLES.flatMap((role) => partitionsOfRole(role, partitions));
  const take = async (name: string) => {
    const lease = await leases.acquire(name, LEASE_MS);
    if (lease === null) throw new CliError('a service is running on this ledger: stop it first.');
    return lease;
  };
  return holdingLeases(names, take, action);
}
