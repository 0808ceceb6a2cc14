import { setMaxListeners } from 'node:events';
import type { Collection } from '../ports/documents.ts';
import { projectionConsumer } from '../projections/consumer.ts';
import type { AnyProjection } from '../projections/projection.ts';
import { collectionOf } from '../projections/projection.ts';
import type { WorkDocument } from '../projections/workIndex.ts';
import { caughtUp } from '../runtime/caughtUp.ts';
import { openCheckpoints } from '../runtime/checkpoints.ts';
import { type Consumer, type ConsumerContext, runConsumer } from '../runtime/consumer.ts';
import type { Courtesy } from '../runtime/courtesy.ts';
import { type HeldPartitions, holdPartitions } from '../runtime/partitions.ts';
import type { Policy } from '../runtime/policy.ts';
import { policyConsumer } from '../runtime/policyConsumer.ts';
import { followTail } from '../runtime/tail.ts';
import { type Wake, wake } from '../runtime/wake.ts';
import type { Worker } from '../runtime/worker.ts';
import { runWorkerLoop } from '../runtime/workerLoop.ts';
import type { Ports } from './ports.ts';

export type Role = 'projector' | 'sender' | 'dispatcher';

/** What a process may run besides answering requests, by the role that runs it. */
export interface Work {
  readonly projections: readonly {
    readonly projection: AnyProjection;
    readonly collection: Collection<object>;
  }[];
  readonly policies: readonly { readonly role: Role; readonly policy: Policy }[];
  readonly workers: readonly {
    readonly role: Role;
    readonly worker: Worker<WorkDocument>;
    /** The work index that the worker takes from. */
    readonly projection: AnyProjection;
  }[];
  /** Loops of their own, such as an intake of inbound messages; run by whoever holds partition 0. */
  readonly loops: readonly {
    readonly role: Role;
    run(signal: AbortSignal, mayRun: () => boolean): Promise<void>;
  }[];
}

export interface RunningRoles {
  /** Since when no other process can be at work in a role, null where others may be. */
  soleSinceMs(role: Role): number | null;
  /** Resolves once the read models hold what the log held when this was called. */
  caughtUp(): Promise<void>;
  /** Stops taking new work and resolves once what is in flight has ended and every lease is given back. */
  stop(): Promise<void>;
}

export interface RoleOptions {
  readonly roles: ReadonlySet<Role>;
  readonly partitions: number;
  /** Whether one process at a time does the work of a role, as over an embedded ledger. */
  readonly sole: boolean;
  readonly courtesy: Courtesy;
}

/** A sole holder keeps its leases as long as it lives, so that a pause makes no second one. */
const WHILE_ALIVE_MS = Number.MAX_SAFE_INTEGER;

/** Channel on which projectors tell that a work index has new items; the message is its collection. */
const WORK_CHANNEL = 'work';

/** Runs the given roles over the partitions they can get, until stopped. */
export async function startRoles(
  ports: Ports,
  work: Work,
  { roles, partitions, sole, courtesy }: RoleOptions,
): Promise<RunningRoles> {
  const { clock, log, metrics, signals } = ports;
  const stop = new AbortController();
  const { signal } = stop;
  // Every consumer, worker and sleeper listens to the one signal: many listeners are no leak here.
  setMaxListeners(0, signal);
  const member = ports.ids.uuid();
  const held = new Map<Role, HeldPartitions>();
  const leaseMs = sole ? WHILE_ALIVE_MS : undefined;
  for (const role of roles) {
    held.set(role, holdPartitions({ role, partitions, member, ...(leaseMs && { leaseMs }) }, ports, signal));
  }
  const heldBy = (role: Role) => () => held.get(role)?.current() ?? new Set<number>();

  const bells = new Map<string, Wake>();
  const ring = (collection: string) => bells.get(collection)?.ring();
  const endHints = signals.subscribe(WORK_CHANNEL, ring);

  const consumers: { role: Role; consumer: Consumer }[] = [];
  if (roles.has('projector')) {
    for (const { projection, collection } of work.projections) {
      const { name } = collectionOf(projection);
      const isWorkIndex = work.workers.some((one) => one.projection === projection);
      const onFolded = isWorkIndex ? () => signals.publish(WORK_CHANNEL, name) : undefined;
      const consumer = projectionConsumer(projection, collection, partitions, onFolded);
      consumers.push({ role: 'projector', consumer });
    }
  }
  for (const { role, policy } of work.policies) {
    if (roles.has(role)) consumers.push({ role, consumer: policyConsumer(policy, partitions) });
  }

  const running: Promise<void>[] = [];
  const checkpoints = await openCheckpoints(ports.documents, partitions);
  if (consumers.length > 0) {
    const types = [...new Set(consumers.flatMap(({ consumer }) => consumer.types))];
    const onFault = (fault: unknown) => log.error({ err: fault }, 'the tail of the log failed, trying again');
    const tail = await followTail(ports.store, types, signal, onFault, clock);
    for (const { role, consumer } of consumers) {
      const context: ConsumerContext = {
        tail,
        checkpoints,
        partitions: heldBy(role),
        clock,
        log,
        metrics,
        courtesy,
        signal,
      };
      running.push(runConsumer(consumer, context));
    }
  }
  for (const { role, worker, projection } of work.workers) {
    if (!roles.has(role)) continue;
    const bell = wake(clock.sleep);
    bells.set(collectionOf(projection).name, bell);
    running.push(
      runWorkerLoop(worker, { partitions: heldBy(role), wake: bell, clock, log, metrics, courtesy, signal }),
    );
  }
  for (const { role, run } of work.loops) {
    if (roles.has(role)) running.push(run(signal, () => heldBy(role)().has(0)));
  }

  return {
    soleSinceMs: (role) => (sole ? (held.get(role)?.sinceMs(0) ?? null) : null),
    caughtUp: () => {
      const projecting = consumers
        .filter(({ role }) => role === 'projector')
        .map(({ consumer }) => consumer.name);
      return caughtUp(projecting, { store: ports.store, checkpoints, clock, log }, signal);
    },
    async stop() {
      stop.abort();
      await Promise.allSettled(running);
      endHints();
      await Promise.allSettled([...held.values()].map((one) => one.release()));
    },
  };
}
