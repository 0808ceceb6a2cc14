import type { Position } from '../events/event.ts';
import type { BackgroundThrottle } from '../follow/backgroundThrottle.ts';
import { type CheckpointSaver, startCheckpointSaver } from '../follow/checkpointSaver.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { runConsumer } from '../follow/consumer.ts';
import { type AnyProjection, foldedBy, projectionConsumerName } from '../follow/fold/projection.ts';
import type { HeldPartitions } from '../follow/partitions.ts';
import { policyConsumer } from '../follow/policy/policyConsumer.ts';
import type { CatchUp } from '../follow/reached.ts';
import { runGroups } from '../follow/runGroups.ts';
import type { Tail } from '../follow/tail.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { newItems } from '../work/newItems.ts';
import { type Waits, waits } from '../work/waits.ts';
import { shareWaits } from '../work/whyItWaits.ts';
import { runWorkerLoop } from '../work/workerLoop.ts';
import { type WorkHints, workHints } from '../work/workHints.ts';
import type { Components, Role } from './role.ts';
import type { ServingState } from './servingState.ts';

export interface RunDependencies {
  readonly ports: Ports;
  readonly components: Components;
  readonly roles: ReadonlySet<Role>;
  readonly partitions: number;
  /** The partitions of a role that this process holds. */
  readonly heldBy: (role: Role) => HeldPartitions;
  readonly checkpoints: Checkpoints;
  readonly tail: Tail;
  readonly catchUp: CatchUp;
  readonly onWorkspaceChanged: ServingState['onWorkspaceChanged'];
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** The groups of read models: each role folds what it works on. */
const GROUPS: Readonly<Record<Role, string>> = {
  projector: 'read-models',
  sender: 'sender-indexes',
  dispatcher: 'dispatcher-indexes',
};

/** What runs in a process shares. */
interface Running extends RunDependencies {
  readonly saver: CheckpointSaver;
  readonly hintsOf: (index: AnyProjection) => WorkHints;
  readonly waits: Waits;
}

/**
 * Runs the components of the roles until the signal aborts: the folds at once, everything else once the read models that
 * it consults have passed the log's head of the start. Returns what is running, each done once it has ended.
 */
export function runComponents(dependencies: RunDependencies): readonly Promise<void>[] {
  const { ports, roles, checkpoints, signal } = dependencies;
  const saver = startCheckpointSaver(checkpoints, ports, signal);
  const running: Running = {
    ...dependencies,
    saver,
    hintsOf: hintsByIndex(dependencies),
    waits: waits(),
  };
  watchTail(running);
  for (const role of roles) lookAtGains(role, running);
  const consumers = [...runReadModels(running), ...runPolicies(running)];
  const flushed = Promise.allSettled(consumers)
    .then(saver.flush)
    .catch((error) => ports.log.warn({ err: error }, 'checkpoints could not be saved at the end'));
  const works = roles.has('sender') || roles.has('dispatcher');
  const shared = works ? [shareWaits(ports, running.waits, signal)] : [];
  return [...consumers, flushed, ...shared, ...runWorkers(running), ...runLoops(running)];
}

const namesOf = (projections: readonly AnyProjection[]) => projections.map(projectionConsumerName);

/** What is to be done for each index; the settings of workspaces concern all of them. */
function hintsByIndex({ ports: { clock }, onWorkspaceChanged }: RunDependencies) {
  const byIndex = new Map<AnyProjection, WorkHints>();
  onWorkspaceChanged((workspace) => {
    for (const hints of byIndex.values()) hints.opened(workspace);
  });
  return (index: AnyProjection): WorkHints => {
    const own = byIndex.get(index) ?? workHints(clock.sleep);
    byIndex.set(index, own);
    return own;
  };
}

/** What is due in a partition that this process has just been given is looked for at once. */
function lookAtGains(role: Role, { components, heldBy, hintsOf }: Running): void {
  const indexes = components.projections.filter(({ projection }) => projection.foldedBy === role);
  heldBy(role).onChanged(() => {
    for (const { projection } of indexes) hintsOf(projection).notify();
  });
}

/** New items are handed to their worker, and changes to who watches for them, as soon as their events are read. */
function watchTail({ components, roles, tail, hintsOf, ports: { clock } }: Running): void {
  for (const { role, types, take } of components.watches) if (roles.has(role)) tail.watch(types, take);
  for (const { role, projection, onRead } of components.workers) {
    if (!roles.has(role) || onRead === undefined) continue;
    tail.watch(projection.types, (events) => {
      onRead(events);
      hintsOf(projection).handOver(newItems(projection, events, clock.nowMs()));
    });
  }
}

/** Each role folds its read models; the worker of an index learns of every write to it. */
function runReadModels({ components, roles, partitions, heldBy, hintsOf, ports, ...shared }: Running) {
  return [...roles].map((role) => {
    const models = components.projections
      .filter(({ projection }) => foldedBy(projection) === role)
      .map((model) => ({
        ...model,
        collection:
          model.projection.foldedBy === undefined
            ? model.collection
            : heardBy(hintsOf(model.projection), model),
      }));
    // Mail and webhooks do not leave before the indexes that their role works on have caught up.
    const options = { name: GROUPS[role], partitions, isAwaited: role !== 'projector' };
    return runGroups(models, options, { ...ports, ...shared, partitions: heldBy(role) });
  });
}

function heardBy(
  hints: WorkHints,
  { collection }: Pick<Components['projections'][number], 'collection'>,
): Collection<object> {
  const index = collection as Collection<WorkDocument>;
  const writeMany: typeof index.writeMany = async (writes) => {
    await index.writeMany(writes);
    hints.wrote(writes);
  };
  return { ...index, writeMany } as Collection<object>;
}

function runPolicies({ components, roles, partitions, heldBy, catchUp, ports, ...shared }: Running) {
  return components.policies
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, policy, consults }) => {
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const consumer = policyConsumer(policy, partitions, { ...ports, ...shared });
      await runConsumer(consumer, { ...ports, ...shared, partitions: heldBy(role) });
    });
}

function runWorkers({ components, roles, heldBy, catchUp, saver, hintsOf, ports, ...shared }: Running) {
  return components.workers
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, worker, projection, consults }) => {
      const name = projectionConsumerName(projection);
      if (!(await catchUp.passed(namesOf(consults)))) return;
      await runWorkerLoop(worker, {
        ...{ ...ports, ...shared, head: ports.store.head, hints: hintsOf(projection) },
        held: heldBy(role).current,
        reached: () => saver.reached(name),
      });
    });
}

function runLoops({
  components,
  roles,
  heldBy,
  checkpoints,
  catchUp,
  saver,
  hintsOf,
  waits,
  throttle,
  signal,
}: Running) {
  const reached = (model: AnyProjection): ReadonlyMap<number, Position> =>
    saver.reached(projectionConsumerName(model));
  const positionOf = (model: AnyProjection) =>
    checkpoints.lowest(projectionConsumerName(model), reached(model));
  return components.loops
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, run, consults }) => {
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const { current: held, onChanged } = heldBy(role);
      const running = { held, onChanged, positionOf, reached, hintsOf, throttle, waits };
      await run(signal, () => held().has(0), running);
    });
}
