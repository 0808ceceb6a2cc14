import { partitionsOfRole, wholeRole } from '../runtime/follow/partitions.ts';
import { FOLDING_BESIDE } from './catchUp.ts';
import type { CliContext } from './context.ts';
import { holdingLeases, type StillHeld } from './holdingLeases.ts';
import { patientLease } from './patientLease.ts';

/** Longer than a killed process's leases last, and than members take to hear of us. */
const PATIENCE_MS = 20_000;
/** For what a member had in hand when it gave its partition back. */
const SETTLE_MS = 2_000;

/**
 * Does something while nobody else folds: running services give the role's partitions back and wait, and go on by
 * themselves afterwards, also after our death; other commands wait before they fold.
 * @throws CliError when another command holds the role, or a service does not give way
 */
export async function holdingRole<T>(
  { leases, partitions, ledger: { clock } }: Pick<CliContext, 'leases' | 'partitions' | 'ledger'>,
  role: 'projector',
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const whole = wholeRole(role);
  const take = patientLease({ leases, clock, patienceMs: PATIENCE_MS }, (name) =>
    name === whole || name === FOLDING_BESIDE
      ? 'another command holds the read models: try again when it has ended.'
      : `a service does not give way: it holds the lease ${name}.`,
  );
  // The commands' lease comes last, so that they wait for the exchange alone and not for the services.
  const names = [whole, ...partitionsOfRole(role, partitions), FOLDING_BESIDE];
  return holdingLeases(names, take, async (stillHeld) => {
    await clock.sleep(SETTLE_MS);
    return action(stillHeld);
  });
}
