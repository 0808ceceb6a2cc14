import { BEGINNING } from '../events/event.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { type AnyProjection, openProjection, projectionConsumerName } from '../follow/fold/projection.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * What is found by parts has a file of its own, which may be missing where its checkpoints are not, as after a restore: without them
 * it is built again. Must be called before anything is folded.
 */
export async function beginLostAnew(
  { documents, log }: Pick<Ports, 'documents' | 'log'>,
  projections: readonly AnyProjection[],
  checkpoints: Pick<Checkpoints, 'lowest' | 'forget'>,
): Promise<void> {
  for (const projection of projections.filter(({ hasParts }) => hasParts)) {
    const consumer = projectionConsumerName(projection);
    const { done: isEmpty } = await (await openProjection(documents, projection))
      .scan()
      [Symbol.asyncIterator]()
      .next();
    if (!isEmpty || (await checkpoints.lowest(consumer)) === BEGINNING) continue;
    await checkpoints.forget(consumer);
    log.info({ consumer }, `${projection.name} has no documents and is built again from the log`);
  }
}
