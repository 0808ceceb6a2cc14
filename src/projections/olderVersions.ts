import { BEFORE_ALL, BEGINNING, type Position } from '../events/event.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, collectionOf, projectionConsumerName } from '../follow/fold/projection.ts';
import type { CollectionDefinition, Documents } from '../ports/documents.ts';

/** A collection that an earlier version of a projection left. */
export interface OlderVersion {
  readonly projection: AnyProjection;
  readonly version: number;
  /** Its collection in the document store, with its original indexes. */
  readonly definition: CollectionDefinition;
  /** Name of its checkpoints. */
  readonly consumer: string;
  /** How far it was folded. */
  readonly position: Position;
  /** Since when a newer version is complete and no process folds into this one (ISO 8601); null until then. */
  readonly supersededAt: string | null;
}

/** Metadata of a read model's collection, keyed by the collection's name. */
export interface ReadModelRecord {
  readonly indexes: CollectionDefinition['indexes'];
  readonly supersededAt: string | null;
}

export const openReadModelRecords = (documents: Documents) =>
  documents.collection<ReadModelRecord>({ name: 'read_models', indexes: {} });

/** Records the indexes of new collections: the next version needs them, and no engine reports them fully. */
export async function recordReadModels(
  documents: Documents,
  projections: readonly AnyProjection[],
): Promise<void> {
  const records = await openReadModelRecords(documents);
  const own = projections.map(collectionOf);
  const known = await records.getMany(own.map(({ name }) => name));
  const missing = own.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return;
  await records.writeMany(
    missing.map(({ name, indexes }) => ({
      key: name,
      position: BEFORE_ALL,
      document: { indexes, supersededAt: null },
    })),
  );
}

/** All collections of earlier versions of the projections, the furthest folded first. */
export async function olderVersions(
  documents: Documents,
  checkpoints: Pick<Checkpoints, 'lowest'>,
  projections: readonly AnyProjection[],
): Promise<readonly OlderVersion[]> {
  const names = await documents.list();
  const left = projections.flatMap((projection) =>
    names.flatMap((name) => {
      const version = versionOf(projection, name);
      return version === null || version >= projection.version ? [] : [{ projection, version, name }];
    }),
  );
  if (left.length === 0) return [];
  const records = await (await openReadModelRecords(documents)).getMany(left.map(({ name }) => name));
  const found: OlderVersion[] = [];
  for (const { projection, version, name } of left) {
    const record = records.get(name);
    if (record === undefined) continue;
    const consumer = projectionConsumerName({ name: projection.name, version });
    const position = await checkpoints.lowest(consumer);
    const { indexes, supersededAt } = record.document;
    // When a process of an older release has folded into it since then, it is in use again.
    const isStill = supersededAt !== null && record.position >= position;
    found.push({
      projection,
      version,
      definition: { name, indexes },
      consumer,
      position,
      supersededAt: isStill ? supersededAt : null,
    });
  }
  return found.sort((one, other) => compare(other.position, one.position) || other.version - one.version);
}

/**
 * The older versions that have more events than the newest: for each projection the furthest one, and none when the newest
 * has come as far.
 */
export async function furthestVersions(
  older: readonly OlderVersion[],
  checkpoints: Pick<Checkpoints, 'lowest'>,
): Promise<readonly OlderVersion[]> {
  const furthest = new Map<AnyProjection, OlderVersion>();
  for (const each of older) {
    if (furthest.has(each.projection) || each.position === BEGINNING) continue;
    const reached = await checkpoints.lowest(projectionConsumerName(each.projection));
    if (each.position > reached) furthest.set(each.projection, each);
  }
  return [...furthest.values()];
}

/** The version in a collection's name; null when the collection does not belong to the projection. */
function versionOf({ name }: AnyProjection, collection: string): number | null {
  const prefix = `${name}_v`;
  const digits = collection.startsWith(prefix) ? collection.slice(prefix.length) : '';
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
