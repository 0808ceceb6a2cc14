import type { Checkpoints } from './checkpoints.ts';
import { type ConsumerDependencies, runConsumer } from './consumer.ts';
import { projectionConsumerName } from './fold/projection.ts';
import { foldingGroup } from './group.ts';
import type { GroupModel, GroupOptions } from './groupMembers.ts';

export interface RunGroupDependencies extends Omit<ConsumerDependencies, 'checkpoints'> {
  readonly checkpoints: Pick<Checkpoints, 'read' | 'positionsOf' | 'save'>;
}

/**
 * Folds a group of read models until the signal aborts. One that is new, was raised or fails is folded by itself, by the same
 * code, until it stands where the group is, and joins it then.
 */
export async function runGroup(
  models: readonly GroupModel[],
  options: Omit<GroupOptions, 'onLeft'>,
  dependencies: RunGroupDependencies,
): Promise<void> {
  const alone = new Set<Promise<void>>();
  const runAlone = async (model: GroupModel) => {
    const name = projectionConsumerName(model.projection);
    const single = foldingGroup([model], { ...options, name, tickMs: 0 }, dependencies);
    await runConsumer({ ...single, caughtUp: (positions) => group.join(model, positions) }, dependencies);
  };
  const onLeft = (model: GroupModel) => {
    const running = runAlone(model).finally(() => alone.delete(running));
    alone.add(running);
  };
  const group = foldingGroup(models, { ...options, onLeft }, dependencies);
  await runConsumer(group, dependencies);
  await Promise.all(alone);
}
