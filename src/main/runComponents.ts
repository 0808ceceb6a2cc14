import type { Ports } from '../ports/ports.ts';
import type { BackgroundThrottle } from '../runtime/backgroundThrottle.ts';
import { type CatchUp, watchCatchUp } from '../runtime/caughtUp.ts';
import { startCheckpointSaver } from '../runtime/checkpointSaver.ts';
import type { Checkpoints } from '../runtime/checkpoints.ts';
import { type Consumer, runConsumer } from '../runtime/consumer.ts';
import { type Notify, notify } from '../runtime/notify.ts';
import { policyConsumer } from '../runtime/policyConsumer.ts';
import { type AnyProjection, collectionOf } from '../runtime/projection.ts';
import { projectionConsumer, projectionConsumerName } from '../runtime/projectionConsumer.ts';
import { followTail } from '../runtime/tail.ts';
import { turnsConsumer } from '../runtime/turnsConsumer.ts';
import { runWorkerLoop } from '../runtime/workerLoop.ts';
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

/** Channel on which projectors tell that a work index has new items; the message is its collection. */
const WORK_CHANNEL = 'work';

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
  const consumers = await runConsumers(context, catchUp);
  return [...consumers, ...runWorkers(context, catchUp), ...runLoops(context, catchUp)];
}

const namesOf = (projections: readonly AnyProjection[]) => projections.map(projectionConsumerName);

/** Projections and policies, all on one tail of the log. */
async function runConsumers(context: ComponentContext, catchUp: CatchUp): Promise<readonly Promise<void>[]> {
  const { ports, components, roles, partitions, heldBy, checkpoints, throttle, signal } = context;
  const { clock, log, metrics } = ports;
  const consumers: { role: Role; consumer: Consumer; consults: readonly AnyProjection[] }[] = [];
  if (roles.has('projector')) {
    for (const { projection, collection, inStep } of components.projections) {
      const isWorkIndex = components.workers.some((one) => one.projection === projection);
      const { name } = collectionOf(projection);
      const onFolded = isWorkIndex ? () => ports.hints.publish(WORK_CHANNEL, name) : undefined;
      const consumer = { ...projectionConsumer(projection, collection, partitions, onFolded), inStep };
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
  const saver = startCheckpointSaver(checkpoints, ports, signal);
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
function runWorkers(context: ComponentContext, catchUp: CatchUp): readonly Promise<void>[] {
  const { ports, components, roles, heldBy, throttle, signal } = context;
  const { clock, log, metrics, hints } = ports;
  const notifies = new Map<string, Notify>();
  const running = components.workers
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, worker, projection, consults }) => {
      const newItems = notify(clock.sleep);
      notifies.set(collectionOf(projection).name, newItems);
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const own = { partitions: heldBy(role), newItems, clock, log, metrics, throttle, signal };
      await runWorkerLoop(worker, own);
    });
  if (running.length === 0) return running;
  const endHints = hints.subscribe(WORK_CHANNEL, (collection) => notifies.get(collection)?.notify());
  return [...running, Promise.allSettled(running).then(endHints)];
}

function runLoops(
  { components, roles, heldBy, checkpoints, throttle, signal }: ComponentContext,
  catchUp: CatchUp,
): readonly Promise<void>[] {
  return components.loops
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, run, consults }) => {
      if (await catchUp.passed(namesOf(consults))) {
        const held = heldBy(role);
        await run(signal, () => held().has(0), { held, checkpoints, throttle });
      }
    });
}
