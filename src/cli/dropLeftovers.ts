import { collectionOf } from '../follow/fold/projection.ts';
import { projectionList } from '../projections/readModels.ts';
import type { CliDependencies } from './cli.ts';

/** Name of a collection that a command folds into (`temporaryCollection`), with that of its read model's own. */
const TEMPORARY = /^(.+_v\d+)_(?:scratch|next)$/;
const LEASE_MS = 10_000;

/** The lease of the one command that rebuilds, verifies or recounts a read model, by the name of its collection. */
export const modelLease = (collection: string) => `model/${collection}`;

/**
 * Drops what commands left that were broken off while they folded. That of another version of a read model is never used again;
 * of the present ones only those that the caller has in hand are dropped, and another's stay, whatever its lease says.
 * @param held leases of read models that the caller has
 */
export async function dropLeftovers(
  { documents, leases, projections }: Pick<CliDependencies, 'documents' | 'leases' | 'projections'>,
  held: ReadonlySet<string>,
): Promise<void> {
  const present = new Set(projectionList(projections).map((model) => collectionOf(model).name));
  for (const name of await documents.list()) {
    const model = TEMPORARY.exec(name)?.[1];
    if (model === undefined) continue;
    if (present.has(model) && !held.has(modelLease(model))) continue;
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
