import type { Lease } from '../ports/lease.ts';
import { partitionOfRole } from '../runtime/partitions.ts';
import { CliError } from './cliError.ts';
import type { CliContext } from './context.ts';

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
  const held: Lease[] = [];
  try {
    for (const role of ROLES) {
      for (let partition = 0; partition < partitions; partition++) {
        const lease = await leases.acquire(partitionOfRole(role, partition, partitions), LEASE_MS);
        if (lease === null) throw new CliError('a service is running on this ledger: stop it first.');
        held.push(lease);
      }
    }
    return await action();
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
}
