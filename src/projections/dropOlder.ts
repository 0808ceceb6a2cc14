import type { Ports } from '../ports/ports.ts';
import type { AnyProjection } from '../runtime/fold/projection.ts';
import type { CatchUp } from '../runtime/follow/caughtUp.ts';
import type { Checkpoints } from '../runtime/follow/checkpoints.ts';
import { projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import { type OlderVersion, olderVersions, openReadModelRecords } from './olderVersions.ts';

export interface DropOlderContext extends Pick<Ports, 'documents' | 'clock' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'lowest' | 'forget'>;
}

/** How long an older version is kept, unused: the release before finds it as it was, if it is started again. */
const KEPT_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;

/**
 * Drops what earlier versions of the projections left, a day after the newer ones have passed the head of the start and
 * the last process of an older release has folded into it. Resolves when nothing is left, or the signal has aborted.
 */
export async function dropOlderVersions(
  context: DropOlderContext,
  projections: readonly AnyProjection[],
  catchUp: Pick<CatchUp, 'passed'>,
  signal: AbortSignal,
): Promise<void> {
  const { documents, checkpoints, clock, log } = context;
  for (let left = projections; left.length > 0 && !signal.aborted; ) {
    if (!(await catchUp.passed(left.map(projectionConsumerName)))) return;
    try {
      const kept: OlderVersion[] = [];
      for (const older of await olderVersions(documents, checkpoints, left))
        if (!(await dropWhenDue(context, older))) kept.push(older);
      left = left.filter((projection) => kept.some((older) => older.projection === projection));
    } catch (error) {
      log.warn({ err: error }, 'read models of older versions stay for now, they are looked at again later');
    }
    if (left.length > 0) await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Whether it is gone. */
async function dropWhenDue(
  { documents, checkpoints, clock, log }: DropOlderContext,
  { projection, definition, consumer, position, supersededAt }: OlderVersion,
): Promise<boolean> {
  const { name, indexes } = definition;
  const records = await openReadModelRecords(documents);
  if (supersededAt === null) {
    const now = new Date(clock.nowMs()).toISOString();
    await records.writeMany([{ key: name, position, document: { indexes, supersededAt: now } }]);
    return false;
  }
  // On a log that has not grown nobody can tell whether a process of an older release still folds.
  const isPassed = position < (await checkpoints.lowest(projectionConsumerName(projection)));
  if (!isPassed || clock.nowMs() - Date.parse(supersededAt) < KEPT_MS) return false;
  // The checkpoints go first: a checkpoint without its documents would be taken at its word.
  await checkpoints.forget(consumer);
  await documents.drop(name);
  await records.forget([name]);
  log.info({ dropped: name }, `an older version of ${projection.name} is dropped`);
  return true;
}
