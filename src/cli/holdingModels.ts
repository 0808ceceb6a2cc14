import { type AnyProjection, collectionOf } from '../runtime/fold/projection.ts';
import { CliError } from './cliError.ts';
import type { CliContext } from './context.ts';
import { holdingLeases, type StillHeld } from './holdingLeases.ts';

const LEASE_MS = 10_000;

/**
 * Does something with read models while no other command rebuilds or verifies one of them: both fold into collections
 * beside them whose names follow from theirs.
 * @throws CliError at once when another command does
 */
export async function holdingModels<T>(
  { leases }: Pick<CliContext, 'leases'>,
  models: readonly AnyProjection[],
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const byLease = new Map<string, string>(
    models.map((model) => [`model/${collectionOf(model).name}`, model.name]),
  );
  const take = async (lease: string) => {
    const taken = await leases.acquire(lease, LEASE_MS);
    if (taken === null)
      throw new CliError(
        `another command rebuilds or verifies the read model ${byLease.get(lease)}: try again when it has ended.`,
      );
    return taken;
  };
  return holdingLeases([...byLease.keys()], take, action);
}
