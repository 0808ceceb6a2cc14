import { BEFORE_ALL, BEGINNING } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { collectionOf, projectionConsumerName } from '../../src/follow/fold/projection.ts';
import type { Documents } from '../../src/ports/documents.ts';
import { openReadModelRecords } from '../../src/projections/olderVersions.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';

/** The version under which read models are found that an earlier release left. */
const OLDER = 0;

/** Has read models look as if an earlier release had folded them: the version of this one is yet to be built. */
export async function agedModels(documents: Documents, names: readonly string[]): Promise<void> {
  const checkpoints = await openCheckpoints(documents, 1);
  const kept = await documents.collection<{ readonly names: readonly string[] }>({
    name: 'checkpoints',
    indexes: {},
  });
  const records = await openReadModelRecords(documents);
  for (const projection of projectionList(projectionsFor(1))) {
    if (!names.includes(projection.name)) continue;
    const older = { ...projection, version: OLDER };
    const [own, its] = [collectionOf(projection).name, collectionOf(older).name];
    const position = await checkpoints.lowest(projectionConsumerName(projection));
    if (position === BEGINNING) throw new Error(`${projection.name} was not folded`);
    await documents.replace([{ name: its, by: own }]);
    // The group's checkpoint names the older version in place of this one.
    const name = projectionConsumerName(projection);
    for await (const stored of kept.scan()) {
      const names = stored.document.names.map((each) =>
        each === name ? projectionConsumerName(older) : each,
      );
      await kept.forget([stored.key]);
      await kept.writeMany([{ ...stored, document: { ...stored.document, names } }]);
    }
    await records.writeMany([
      { key: its, position: BEFORE_ALL, document: { indexes: projection.indexes, supersededAt: null } },
    ]);
  }
}
