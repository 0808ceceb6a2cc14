import { type AnyProjection, collectionOf, foldedBy } from '../follow/fold/projection.ts';
import { partitionsOfRole, wholeRole } from '../follow/partitions.ts';
import { refuseOtherRedis } from '../main/ledgerOfRedis.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Lease, Leases } from '../ports/lease.ts';
import { type CliDependencies, CliError } from './cli.ts';
import { dropLeftovers, modelLease } from './dropLeftovers.ts';

/** Throws CliError once one of the leases of an action was lost. */
export type StillHeld = () => void;

interface WantedLeases {
  readonly names: readonly string[];
  /** For how long a lease that is not free is asked for again, over all of them. */
  readonly patienceMs: number;
  /** What is said of a lease that was not free. */
  refusal(name: string): string;
}

type Holder = Pick<CliDependencies, 'leases' | 'partitions' | 'ledger'>;

/**
 * The lease of the process that folds next to the services: one command at a time, and none during the exchange of a
 * rebuild. Without it an event could be folded into a collection that is about to be replaced, and be lost.
 */
export const COMMAND_FOLD_LEASE = 'projector/commands';

const LEASE_MS = 10_000;
const ASK_AGAIN_MS = 200;
/** Longer than the leases of a killed process last, and than members need to notice our lease. */
const ROLE_PATIENCE_MS = 20_000;
/** For what a member was doing when it gave its partition back. */
const SETTLE_MS = 2_000;

/**
 * Takes leases one after another, runs the action, and gives back all leases that were taken, also when it fails.
 * @throws CliError with the refusal of the lease that was not free; RedisRefused where the leases are those of another ledger
 */
export async function holdingLeases<T>(
  dependencies: {
    readonly leases: Leases;
    readonly store: Pick<EventStore, 'readStream'>;
    readonly clock: Clock;
  },
  wanted: WantedLeases,
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  await refuseOtherRedis(dependencies.leases, dependencies.store);
  const held: Lease[] = [];
  const stillHeld = () => {
    const lost = held.find((lease) => lease.lost.aborted);
    if (lost !== undefined)
      throw new CliError(`the lease ${lost.name} was lost on the way: run the command again.`, 'unavailable');
  };
  try {
    for await (const lease of acquireLeases(dependencies, wanted)) held.push(lease);
    return await action(stillHeld);
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
}

async function* acquireLeases(
  { leases, clock }: { readonly leases: Leases; readonly clock: Clock },
  { names, patienceMs, refusal }: WantedLeases,
): AsyncIterable<Lease> {
  const endsAtMs = clock.monotonicMs() + patienceMs;
  for (const name of names) {
    let lease = await leases.acquire(name, LEASE_MS);
    while (lease === null) {
      if (clock.monotonicMs() >= endsAtMs) throw new CliError(refusal(name), 'unavailable');
      await clock.sleep(ASK_AGAIN_MS);
      lease = await leases.acquire(name, LEASE_MS);
    }
    yield lease;
  }
}

/**
 * Runs an action while no other command rebuilds or verifies one of these read models: both fold into collections whose
 * names follow from those of the read models. What such commands left is dropped first.
 * @throws CliError at once when another command does
 */
export function holdingModels<T>(
  {
    leases,
    ledger,
    documents,
    projections,
  }: Pick<CliDependencies, 'leases' | 'ledger' | 'documents' | 'projections'>,
  models: readonly AnyProjection[],
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const byLease = new Map<string, string>(
    models.map((model) => [modelLease(collectionOf(model).name), model.name]),
  );
  const refusal = (lease: string) =>
    `another command rebuilds or verifies the read model ${byLease.get(lease)}: try again when it has ended.`;
  const wanted = { names: [...byLease.keys()], patienceMs: 0, refusal };
  return holdingLeases({ leases, ...ledger }, wanted, async (stillHeld) => {
    await dropLeftovers({ documents, leases, projections }, new Set(wanted.names));
    return action(stillHeld);
  });
}

/**
 * Runs an action while no other process folds these read models: running services give the partitions back and wait, and continue by
 * themselves afterwards, also when this process dies; other commands wait before they fold.
 * @throws CliError when another command holds a role, or a service does not give way
 */
export function holdingFolds<T>(
  { leases, partitions, ledger }: Holder,
  models: readonly AnyProjection[],
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const roles = [...new Set(models.map(foldedBy))].sort();
  const whole = roles.map(wholeRole);
  const refusal = (name: string) =>
    whole.includes(name) || name === COMMAND_FOLD_LEASE
      ? 'another command holds the read models: try again when it has ended.'
      : `a service does not give way: it holds the lease ${name}.`;
  // The commands' lease comes last, so that they wait for the exchange alone and not for the services.
  const names = [
    ...whole,
    ...roles.flatMap((role) => partitionsOfRole(role, partitions)),
    COMMAND_FOLD_LEASE,
  ];
  return holdingLeases(
    { leases, ...ledger },
    { names, patienceMs: ROLE_PATIENCE_MS, refusal },
    async (stillHeld) => {
      await ledger.clock.sleep(SETTLE_MS);
      return action(stillHeld);
    },
  );
}

/**
 * Runs an action while holding every lease that there is, so that no service works on this ledger meanwhile.
 * @throws CliError when a service is running
 */
export function holdingEverything<T>(
  { leases, partitions, ledger }: Holder,
  action: () => Promise<T>,
): Promise<T> {
  const names = (['projector', 'sender', 'dispatcher'] as const).flatMap((role) =>
    partitionsOfRole(role, partitions),
  );
  const refusal = () => 'a service is running on this ledger: stop it first.';
  return holdingLeases({ leases, ...ledger }, { names, patienceMs: 0, refusal }, action);
}
