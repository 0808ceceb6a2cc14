import { BEFORE_ALL, BEGINNING } from '../../src/events/event.ts';
import type { Documents } from '../../src/ports/documents.ts';
import { openReadModelRecords } from '../../src/projections/olderVersions.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { collectionOf } from '../../src/runtime/fold/projection.ts';
import { openCheckpoints } from '../../src/runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../../src/runtime/follow/projectionConsumer.ts';

/** The version under which read models are found that an earlier release left. */
const OLDER = 0;

/** Has read models look as if an earlier release had folded them: the version of this one is yet to be built. */
export async function agedModels(documents: Documents, names: readonly string[]): Promise<void> {
  const checkpoints = await openCheckpoints(documents, 1);
  const records = await openReadModelRecords(documents);
  for (const projection of projectionList(projectionsFor(1))) {
    if (!names.includes(projection.name)) continue;
    const older = { ...projection, version: OLDER };
    const [own, its] = [collectionOf(projection).name, collectionOf(older).name];
    const position = await checkpoints.lowest(projectionConsumerName(projection));
    if (position === BEGINNING) throw new Error(`${projection.name} was not folded`);
    await documents.replace([{ name: its, by: own }]);
    await checkpoints.save(projectionConsumerName(older), new Map([[0, position]]));
    await checkpoints.forget(projectionConsumerName(projection));
    await records.writeMany([
      { key: its, position: BEFORE_ALL, document: { indexes: projection.indexes, supersededAt: null } },
    ]);
  }
}
