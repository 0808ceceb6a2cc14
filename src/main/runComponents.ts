import type { Position } from '../events/event.ts';
import type { BackgroundThrottle } from '../follow/backgroundThrottle.ts';
import { type CatchUp, watchCatchUp } from '../follow/caughtUp.ts';
import { type CheckpointSaver, startCheckpointSaver } from '../follow/checkpointSaver.ts';
import type { Checkpoints } from '../follow/checkpoints.ts';
import { type Consumer, runConsumer } from '../follow/consumer.ts';
import { type AnyProjection, collectionOf, projectionConsumerName } from '../follow/fold/projection.ts';
import type { HeldPartitions } from '../follow/partitions.ts';
import { policyConsumer } from '../follow/policy/policyConsumer.ts';
import { runGroup } from '../follow/runGroup.ts';
import type { Tail } from '../follow/tail.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { newItems } from '../runtime/newItems.ts';
import { runWorkerLoop } from '../runtime/workerLoop.ts';
import { type WorkHints, workHints } from '../runtime/workHints.ts';
import { laneMessages, lanesOfMessage, lanesWritten, notifyingWrites } from '../runtime/writtenLanes.ts';
import type { Components, Role } from './role.ts';

export interface RunDependencies {
  readonly ports: Ports;
  readonly components: Components;
  readonly roles: ReadonlySet<Role>;
  readonly partitions: number;
  /** The partitions of a role that this process holds. */
  readonly heldBy: (role: Role) => HeldPartitions;
  readonly checkpoints: Checkpoints;
  readonly tail: Tail;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** Channel on which projectors publish the lanes of a work index in which items were written. */
const LANES_CHANNEL = 'lanes';
/**
 * All read models, of which some wait for the tick. Workers and the dispatch release what their index has passed in every
 * partition, so its lowest checkpoint counts.
 */
const GROUP = { name: 'read-models', tickMs: 250, inStep: true };
/** Channel on which they publish that a workspace's settings were written, such as its pace; the message is its id. */
const WORKSPACES_CHANNEL = 'workspaces';

/**
 * Runs the components of the roles until the signal aborts: projections at once, everything else once the read models that
 * it consults have passed the log's head as it is now. Returns what is running, each done once it has ended.
 */
export function runComponents(dependencies: RunDependencies): readonly Promise<void>[] {
  const { ports, components, roles, checkpoints, signal } = dependencies;
  const ofRoles = [...components.policies, ...components.workers, ...components.loops].filter(({ role }) =>
    roles.has(role),
  );
  const consulted = new Set(ofRoles.flatMap(({ consults }) => namesOf(consults)));
  const catchUp = watchCatchUp([...consulted], { ...ports, checkpoints }, signal);
  const saver = startCheckpointSaver(checkpoints, ports, signal);
  const hints = hintsByIndex(dependencies);
  const consumers = runConsumers(dependencies, catchUp, saver, hints.of);
  const positionOf: IndexPosition = async (index) => {
    const name = projectionConsumerName(index);
    return checkpoints.lowest(name, saver.reached(name));
  };
  const running = [
    ...runWorkers(dependencies, catchUp, positionOf, hints.of),
    ...runLoops(dependencies, catchUp, positionOf, hints.of),
  ];
  return [...consumers, ...running, Promise.allSettled(running).then(hints.end)];
}

/**
 * The position that a work index has passed in every partition: in memory for partitions that this process folds, and by
 * the checkpoints of the others, which are read at once.
 */
type IndexPosition = (index: AnyProjection) => Promise<Position>;

const namesOf = (projections: readonly AnyProjection[]) => projections.map(projectionConsumerName);

/** The projection's collection, which notifies workers of its writes. */
function notifyingCollection(
  { projection, collection, notifies }: Components['projections'][number],
  { ports: { hints } }: RunDependencies,
): Collection<object> {
  const { name } = collectionOf(projection);
  if (notifies === 'lanes')
    return notifyingWrites(collection as Collection<WorkDocument>, (items) => {
      for (const message of laneMessages(name, lanesWritten(items))) hints.publish(LANES_CHANNEL, message);
    }) as Collection<object>;
  if (notifies === 'workspaces')
    return notifyingWrites(collection, (documents) => {
      for (const { key } of documents) hints.publish(WORKSPACES_CHANNEL, key);
    });
  return collection;
}

/** Projections and policies, all on one tail of the log. */
function runConsumers(
  dependencies: RunDependencies,
  catchUp: CatchUp,
  saver: CheckpointSaver,
  hintsOf: (index: AnyProjection) => WorkHints,
): readonly Promise<void>[] {
  const { ports, components, roles, partitions, heldBy, checkpoints, tail, throttle, signal } = dependencies;
  const { clock, log } = ports;
  const folded = roles.has('projector') ? components.projections : [];
  const consumers: { role: Role; consumer: Consumer; consults: readonly AnyProjection[] }[] = [];
  for (const { role, policy, consults } of components.policies) {
    if (!roles.has(role)) continue;
    const consumer = policyConsumer(policy, partitions, { ...ports, signal });
    consumers.push({ role, consumer, consults });
  }
  const handedOver = components.workers.filter(({ role, onRead }) => roles.has(role) && onRead !== undefined);
  tail.watch((events) => {
    for (const { projection, onRead } of handedOver) {
      const own = events.filter(({ type }) => projection.types.includes(type));
      onRead?.(own);
      hintsOf(projection).handOver(newItems(projection, own, clock.nowMs()));
    }
  });
  const shared = { ...ports, tail, checkpoints, saver, throttle, signal };
  const running = consumers.map(async ({ role, consumer, consults }) => {
    const { current: partitions, changed: partitionsChanged } = heldBy(role);
    if (await catchUp.passed(namesOf(consults)))
      await runConsumer(consumer, { ...shared, partitions, partitionsChanged });
  });
  if (folded.length > 0) {
    const models = folded.map((component) => ({
      ...component,
      collection: notifyingCollection(component, dependencies),
    }));
    const { current, changed: partitionsChanged } = heldBy('projector');
    running.push(
      runGroup(models, { ...GROUP, partitions }, { ...shared, partitions: current, partitionsChanged }),
    );
  }
  const flushed = Promise.allSettled(running)
    .then(saver.flush)
    .catch((error) => log.warn({ err: error }, 'checkpoints could not be saved at the end'));
  return [...running, flushed];
}

/** Hints of lanes and workspaces for workers and loops, by the work index that they take from. */
function hintsByIndex({ ports: { hints, clock } }: RunDependencies) {
  const byIndex = new Map<string, WorkHints>();
  const endLanes = hints.subscribe(LANES_CHANNEL, (message) => {
    const { index, lanes } = lanesOfMessage(message);
    byIndex.get(index)?.wrote(lanes);
  });
  const endWorkspaces = hints.subscribe(WORKSPACES_CHANNEL, (workspace) => {
    for (const hints of byIndex.values()) hints.opened(workspace);
  });
  return {
    of(index: AnyProjection): WorkHints {
      const { name } = collectionOf(index);
      const own = byIndex.get(name) ?? workHints(clock.sleep);
      byIndex.set(name, own);
      return own;
    },
    end() {
      endLanes();
      endWorkspaces();
    },
  };
}

/** Workers, each woken when its work index has new items, in whichever process that is folded. */
function runWorkers(
  { ports, components, roles, heldBy, throttle, signal }: RunDependencies,
  catchUp: CatchUp,
  positionOf: IndexPosition,
  hintsOf: (index: AnyProjection) => WorkHints,
): readonly Promise<void>[] {
  return components.workers
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, worker, projection, consults }) => {
      const hints = hintsOf(projection);
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const indexPosition = () => positionOf(projection);
      await runWorkerLoop(worker, {
        ...ports,
        held: heldBy(role).current,
        indexPosition,
        head: ports.store.head,
        hints,
        throttle,
        signal,
      });
    });
}

function runLoops(
  { components, roles, heldBy, throttle, signal }: RunDependencies,
  catchUp: CatchUp,
  indexPosition: IndexPosition,
  hintsOf: (index: AnyProjection) => WorkHints,
): readonly Promise<void>[] {
  return components.loops
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, run, consults }) => {
      if (await catchUp.passed(namesOf(consults))) {
        const { current: held, changed: partitionsChanged } = heldBy(role);
        await run(signal, () => held().has(0), {
          ...{ held, partitionsChanged, indexPosition, hintsOf, throttle },
        });
      }
    });
}
