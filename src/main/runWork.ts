import type { Ports } from '../ports/ports.ts';
import { type CatchUp, watchCatchUp } from '../runtime/caughtUp.ts';
import type { Checkpoints } from '../runtime/checkpoints.ts';
import { type Consumer, runConsumer } from '../runtime/consumer.ts';
import type { Courtesy } from '../runtime/courtesy.ts';
import { policyConsumer } from '../runtime/policyConsumer.ts';
import { type AnyProjection, collectionOf } from '../runtime/projection.ts';
import { projectionConsumer, projectionConsumerName } from '../runtime/projectionConsumer.ts';
import { followTail } from '../runtime/tail.ts';
import { type Wake, wake } from '../runtime/wake.ts';
import { runWorkerLoop } from '../runtime/workerLoop.ts';
import type { Role, Work } from './role.ts';

export interface WorkContext {
  readonly ports: Ports;
  readonly work: Work;
  readonly roles: ReadonlySet<Role>;
  readonly partitions: number;
  /** The partitions of a role that this process holds now. */
  readonly heldBy: (role: Role) => () => ReadonlySet<number>;
  readonly checkpoints: Checkpoints;
  readonly courtesy: Courtesy;
  readonly signal: AbortSignal;
}

/** Channel on which projectors tell that a work index has new items; the message is its collection. */
const WORK_CHANNEL = 'work';

/**
 * Runs the work of the roles until the signal aborts: projections at once, everything else once the read models that
 * it consults have passed the log's head as it is now. Resolves with what is running, each done once it has ended.
 */
export async function runWork(context: WorkContext): Promise<readonly Promise<void>[]> {
  const { ports, work, roles, checkpoints, signal } = context;
  const ofRoles = [...work.policies, ...work.workers, ...work.loops].filter(({ role }) => roles.has(role));
  const consulted = new Set(ofRoles.flatMap(({ consults }) => namesOf(consults)));
  const catchUp = watchCatchUp([...consulted], { ...ports, checkpoints }, signal);
  const consumers = await runConsumers(context, catchUp);
  return [...consumers, ...runWorkers(context, catchUp), ...runLoops(context, catchUp)];
}

const namesOf = (projections: readonly AnyProjection[]) => projections.map(projectionConsumerName);

/** Projections and policies, all on one tail of the log. */
async function runConsumers(context: WorkContext, catchUp: CatchUp): Promise<readonly Promise<void>[]> {
  const { ports, work, roles, partitions, heldBy, checkpoints, courtesy, signal } = context;
  const { clock, log, metrics } = ports;
  const consumers: { role: Role; consumer: Consumer; consults: readonly AnyProjection[] }[] = [];
  if (roles.has('projector')) {
    for (const { projection, collection } of work.projections) {
      const isWorkIndex = work.workers.some((one) => one.projection === projection);
      const { name } = collectionOf(projection);
      const onFolded = isWorkIndex ? () => ports.signals.publish(WORK_CHANNEL, name) : undefined;
      const consumer = projectionConsumer(projection, collection, partitions, onFolded);
      consumers.push({ role: 'projector', consumer, consults: [] });
    }
  }
  for (const { role, policy, consults } of work.policies) {
    if (roles.has(role)) consumers.push({ role, consumer: policyConsumer(policy, partitions), consults });
  }
  if (consumers.length === 0) return [];
  const types = [...new Set(consumers.flatMap(({ consumer }) => consumer.types))];
  const onFault = (fault: unknown) => log.error({ err: fault }, 'the tail of the log failed, trying again');
  const tail = await followTail(ports.store, types, signal, onFault, clock);
  const own = { tail, checkpoints, clock, log, metrics, courtesy, signal };
  return consumers.map(async ({ role, consumer, consults }) => {
    if (await catchUp.passed(namesOf(consults)))
      await runConsumer(consumer, { ...own, partitions: heldBy(role) });
  });
}

/** Workers, each woken when its work index has new items, wherever that is folded. */
function runWorkers(context: WorkContext, catchUp: CatchUp): readonly Promise<void>[] {
  const { ports, work, roles, heldBy, courtesy, signal } = context;
  const { clock, log, metrics, signals } = ports;
  const bells = new Map<string, Wake>();
  const running = work.workers
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, worker, projection, consults }) => {
      const bell = wake(clock.sleep);
      bells.set(collectionOf(projection).name, bell);
      if (!(await catchUp.passed(namesOf(consults)))) return;
      const own = { partitions: heldBy(role), wake: bell, clock, log, metrics, courtesy, signal };
      await runWorkerLoop(worker, own);
    });
  if (running.length === 0) return running;
  const endHints = signals.subscribe(WORK_CHANNEL, (collection) => bells.get(collection)?.ring());
  return [...running, Promise.allSettled(running).then(endHints)];
}

function runLoops({ work, roles, heldBy, signal }: WorkContext, catchUp: CatchUp): readonly Promise<void>[] {
  return work.loops
    .filter(({ role }) => roles.has(role))
    .map(async ({ role, run, consults }) => {
      if (await catchUp.passed(namesOf(consults))) await run(signal, () => heldBy(role)().has(0));
    });
}
