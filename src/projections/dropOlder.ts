import type { Checkpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import type { CatchUp } from '../follow/reached.ts';
import type { Ports } from '../ports/ports.ts';
import { type OlderVersion, olderVersions, openReadModelRecords } from './olderVersions.ts';

export interface DropOlderDependencies extends Pick<Ports, 'documents' | 'clock' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'lowest' | 'forget'>;
}

/** How long an unused older version stays, in case the release before is started again. */
const RETENTION_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 3_600_000;

/**
 * Drops collections of earlier versions, a day after the newer versions have passed the log's head at the start and the
 * last process of an older release has folded into them. Resolves when nothing is left, or the signal has aborted.
 */
export async function dropOlderVersions(
  dependencies: DropOlderDependencies,
  projections: readonly AnyProjection[],
  catchUp: Pick<CatchUp, 'passed'>,
  signal: AbortSignal,
): Promise<void> {
  const { documents, checkpoints, clock, log } = dependencies;
  for (let left = projections; left.length > 0 && !signal.aborted; ) {
    if (!(await catchUp.passed(left.map(projectionConsumerName)))) return;
    try {
      const remaining: OlderVersion[] = [];
      for (const older of await olderVersions(documents, checkpoints, left))
        if (!(await dropWhenDue(dependencies, older))) remaining.push(older);
      left = left.filter((projection) => remaining.some((older) => older.projection === projection));
    } catch (error) {
      log.warn({ err: error }, 'older versions of read models stay for now and are checked again later');
    }
    if (left.length > 0) await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** Resolves with whether it was dropped. */
async function dropWhenDue(
  { documents, checkpoints, clock, log }: DropOlderDependencies,
  { projection, definition, consumer, position, supersededAt }: OlderVersion,
): Promise<boolean> {
  const { name, indexes } = definition;
  const records = await openReadModelRecords(documents);
  if (supersededAt === null) {
    const now = new Date(clock.nowMs()).toISOString();
    await records.writeMany([{ key: name, position, document: { indexes, supersededAt: now } }]);
    return false;
  }
  // As long as the log does not grow, a process of an older release may still fold without a trace.
  const isPassed = position < (await checkpoints.lowest(projectionConsumerName(projection)));
  if (!isPassed || clock.nowMs() - Date.parse(supersededAt) < RETENTION_MS) return false;
  // The checkpoints are removed first: a checkpoint without its documents would be trusted.
  await checkpoints.forget(consumer);
  await documents.drop(name);
  await records.forget([name]);
  log.info({ dropped: name }, `an older version of ${projection.name} is dropped`);
  return true;
}
