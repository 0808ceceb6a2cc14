import { type Consumer, type ConsumerDependencies, runConsumer } from './consumer.ts';
import { projectionConsumerName } from './fold/projection.ts';
import { foldingGroup } from './group.ts';
import type { GroupDependencies, GroupModel, GroupOptions } from './groupMembers.ts';

export type RunGroupDependencies = Omit<ConsumerDependencies, 'checkpoints'> & GroupDependencies;

/** A read model of a role. */
export interface PacedModel extends GroupModel {
  /** Whether no one waits for it: then it is folded at the next tick, with what has come until then. */
  readonly mayWait: boolean;
}

/**
 * Folds a role's read models until the signal aborts, in two groups: what someone waits for is folded at once, the rest at ticks, so
 * that what follows one message changes each document once. `isAwaited`: while they catch up with the log someone waits for the rest too.
 */
export async function runGroups(
  models: readonly PacedModel[],
  { name, ...options }: Omit<GroupOptions, 'onLeft' | 'isAtTicks'>,
  dependencies: RunGroupDependencies,
): Promise<void> {
  const now = models.filter(({ mayWait }) => !mayWait);
  const later = models.filter(({ mayWait }) => mayWait);
  await Promise.all([
    runGroup(now, { ...options, name, isAtTicks: false, isAwaited: true }, dependencies),
    runGroup(later, { ...options, name: `${name}-at-ticks`, isAtTicks: true }, dependencies),
  ]);
}

/**
 * Folds a group of read models. One that is new, was raised or fails is folded by itself, by the same code, until it stands where the
 * group is, and joins it then.
 */
async function runGroup(
  models: readonly GroupModel[],
  options: Omit<GroupOptions, 'onLeft'>,
  dependencies: RunGroupDependencies,
): Promise<void> {
  if (models.length === 0) return;
  const alone = new Set<Promise<void>>();
  const runAlone = async (model: GroupModel) => {
    const name = projectionConsumerName(model.projection);
    const single = foldingGroup([model], { ...options, name, isAtTicks: false }, dependencies);
    const caughtUp: Consumer['caughtUp'] = async (positions) => {
      // The group saves nothing before the next event: until then no checkpoint would say that it has come to the end.
      const { checkpoints, partitions } = dependencies;
      const held = new Map([...positions].filter(([partition]) => partitions.current().has(partition)));
      await checkpoints.save(new Map([[name, { names: [name], positions: held }]]));
      return group.join(model, positions);
    };
    await runConsumer({ ...single, caughtUp }, dependencies);
  };
  const onLeft = (model: GroupModel) => {
    const running = runAlone(model).finally(() => alone.delete(running));
    alone.add(running);
  };
  const group = foldingGroup(models, { ...options, onLeft }, dependencies);
  await runConsumer(group, dependencies);
  await Promise.all(alone);
}
