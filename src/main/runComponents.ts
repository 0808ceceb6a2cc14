import type { Position } from '../events/event.ts';
import type { Collection } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';
import type { WorkDocument } from '../ports/workDocument.ts';
import { type AnyProjection, collectionOf } from '../runtime/fold/projection.ts';
import type { BackgroundThrottle } from '../runtime/follow/backgroundThrottle.ts';
import { type CatchUp, watchCatchUp } from '../runtime/follow/caughtUp.ts';
import { type CheckpointSaver, startCheckpointSaver } from '../runtime/follow/checkpointSaver.ts';
import type { Checkpoints } from '../runtime/follow/checkpoints.ts';
import { type Consumer, runConsumer } from '../runtime/follow/consumer.ts';
import { policyConsumer } from '../runtime/follow/policyConsumer.ts';
import { projectionConsumer, projectionConsumerName } from '../runtime/follow/projectionConsumer.ts';
import { followTail } from '../runtime/follow/tail.ts';
import { turnsConsumer } from '../runtime/follow/turnsConsumer.ts';
import { runWorkerLoop } from '../runtime/workerLoop.ts';
import { type WorkNews, workNews } from '../runtime/workNews.ts';
import { laneMessages, lanesOfMessage, lanesWritten, tellingWrites } from '../runtime/writtenLanes.ts';
import type { Components, Role } from './role.ts';

export interface ComponentContext {
  readonly ports: Ports;
  readonly components: Components;
  readonly roles: ReadonlySet<Role>;
  readonly partitions: number;
  /** The partitions of a role that this process holds now. */
  readonly heldBy: (role: Role) => () => ReadonlySet<number>;
  readonly checkpoints: Checkpoints;
  readonly throttle: BackgroundThrottle;
  readonly signal: AbortSignal;
}

/** Channel on which projectors tell in which lanes of a work index items were written. */
const LANES_CHANNEL = 'lanes';
/** Channel on which they tell that a workspace's own settings were written, its pace among them; the message is its id. */
const WORKSPACES_CHANNEL = 'workspaces';

/**
 * Runs the components of the roles until the signal aborts: projections at once, everything else once the read models that
 * it consults have passed the log's head as it is now. Resolves with what is running, each done once it has ended.
 */
export async function runComponents(context: ComponentContext): Promise<readonly Promise<void>[]> {
  const { ports, components, roles, checkpoints, signal } = context;
  const ofRoles = [...components.policies, ...components.workers, ...components.loops].filter(({ role }) =>
    roles.has(role),
  );
  const consulted = new Set(ofRoles.flatMap(({ consults }) => namesOf(consults)));
  const catchUp = watchCatchUp([...consulted], { ...ports, checkpoints }, signal);
  const saver = startCheckpointSaver(checkpoints, ports, signal);
  const consumers = await runConsumers(context, catchUp, saver);
  const positionOf: IndexPosition = async (index) => {
    const name = projectionConsumerName(index);
    return checkpoints.lowest(name, saver.reached(name));
  };
  return [
    ...consumers,
    ...runWorkers(context, catchUp, positionOf),
    ...runLoops(context, catchUp, positionOf),
  ];
}

/**
 * The position that a work index has passed in every partition: of those that this process folds, as they are at this
 * moment, of the others by their checkpoints, which one call reads.
 */
type IndexPosition = (index: AnyProjection) => Promise<Position>;

const namesOf = (projections: readonly AnyProjection[]) => projections.map(projectionConsumerName);

/** The projection's collection, telling those who work by what is written there. */
function told(
  { projection, collection, tells }: Components['projections'][number],
  { ports: { hints } }: ComponentContext,
): Collection<object> {
  const { name } = collectionOf(projection);
  if (tells === 'lanes')
    return tellingWrites(collection as Collection<WorkDocument>, (items) => {
      for (const message of laneMessages(name, lanesWritten(items))) hints.publish(LANES_CHANNEL, message);
    }) as Collection<object>;
  if (tells === 'workspaces')
    return tellingWrites(collection, (documents) => {
      for (const { key } of documents) hints.publish(WORKSPACES_CHANNEL, key);
    });
  return collection;
}

/** Projections and policies, all on one tail of the log. */
async function runConsumers(
  context: ComponentContext,
  catchUp: CatchUp,
  saver: CheckpointSaver,
): Promise<readonly Promise<void>[]> {
  const { ports, components, roles, partitions, heldBy, checkpoints, throttle, signal } = context;
  const { clock, log, metrics } = ports;
  const consumers: { role: Role; consumer: Consumer; consults: readonly AnyProjection[] }[] = [];
  if (roles.has('projector')) {
    for (const component of components.projections) {
      const { projection, inStep, gatherMs } = component;
      const collection = told(component, context);
      const consumer = { ...projectionConsumer(projection, collection, partitions), inStep, gatherMs };
      consumers.push({ role: 'projector', consumer, consults: [] });
    }
  }
  for (const { role, policy, consults } of components.policies) {
    if (!roles.has(role)) continue;
    const consumer =
      policy.turnOf === undefined
        ? policyConsumer(policy, partitions)
        : turnsConsumer(policy, policy.turnOf, partitions, { ...ports, signal });
    consumers.push({ role, consumer, consults });
  }
  if (consumers.length === 0) return [];
  const types = [...new Set(consumers.flatMap(({ consumer }) => consumer.types))];
  const onFault = (fault: unknown) => log.error({ err: fault }, 'the tail of the log failed, trying again');
  const tail = await followTail(ports.store, types, signal, onFault, clock);
  const own = { tail, checkpoints, saver, clock, log, metrics, throttle, signal };
  const running = consumers.map(async ({ role, consumer, consults }) => {
    if (await catchUp.passed(namesOf(consults)))
      await runConsumer(consumer, { ...own, partitions: heldBy(role) });
  });
  const flushed = Promise.allSettled(running)
    .then(saver.flush)
    .catch((error) => log.warn({ err: error }, 'checkpoints could not be saved at the end'));
  return [...running, flushed];
}

/** Workers, each woken when its work index has new items, wherever that is folded. */
function runWorkers(
  context: ComponentContext,
  catchUp: CatchUp,
  positionOf: IndexPosition,
): readonly Promise<void>[] {
  const { ports, components, roles, heldBy, throttle, signal } = context;
  const { clock, log, metrics, hints } = ports;
  const allNews = new Map<string, WorkNews>();
  const running = components.workers
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, worker, projection, consults }) => {
      const news = workNews(clock.sleep);
      allNews.set(collectionOf(projection).name, news);
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const own = { partitions: heldBy(role), news, clock, log, metrics, throttle, signal };
      await runWorkerLoop(worker, { ...own, indexPosition: () => positionOf(projection) });
    });
  if (running.length === 0) return running;
  const endLanes = hints.subscribe(LANES_CHANNEL, (message) => {
    const { index, lanes } = lanesOfMessage(message);
    allNews.get(index)?.wrote(lanes);
  });
  const endWorkspaces = hints.subscribe(WORKSPACES_CHANNEL, (workspace) => {
    for (const news of allNews.values()) news.opened(workspace);
  });
  const endHints = () => {
    endLanes();
    endWorkspaces();
  };
  return [...running, Promise.allSettled(running).then(endHints)];
}

function runLoops(
  { components, roles, heldBy, throttle, signal }: ComponentContext,
  catchUp: CatchUp,
  indexPosition: IndexPosition,
): readonly Promise<void>[] {
  return components.loops
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, run, consults }) => {
      if (await catchUp.passed(namesOf(consults))) {
        const held = heldBy(role);
        await run(signal, () => held().has(0), { held, indexPosition, throttle });
      }
    });
}
