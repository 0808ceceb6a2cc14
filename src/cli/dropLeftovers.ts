import type { CliDependencies } from './cli.ts';

/** Name of a collection that a command folds into (`temporaryCollection`), with that of its read model's own. */
const TEMPORARY = /^(.+_v\d+)_(?:scratch|next)$/;
const LEASE_MS = 10_000;

/** The lease of the one command that rebuilds, verifies or recounts a read model, by the name of its collection. */
export const modelLease = (collection: string) => `model/${collection}`;

/**
 * Drops what commands left that were broken off while they folded: after an upgrade their names are never used again. Those of
 * read models that another command has in hand stay.
 * @param held leases of read models that the caller has
 */
export async function dropLeftovers(
  { documents, leases }: Pick<CliDependencies, 'documents' | 'leases'>,
  held: ReadonlySet<string>,
): Promise<void> {
  for (const name of await documents.list()) {
    const model = TEMPORARY.exec(name)?.[1];
    if (model === undefined) continue;
    if (held.has(modelLease(model))) {
      await documents.drop(name);
      continue;
    }
    const lease = await leases.acquire(modelLease(model), LEASE_MS);
    if (lease === null) continue;
    try {
      await documents.drop(name);
    } finally {
      await lease.release();
    }
  }
}
