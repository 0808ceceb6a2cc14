import type { Lease } from '../ports/lease.ts';
import { CliError } from './cliError.ts';

/** Throws CliError once one of the leases that an action rests on was lost. */
export type StillHeld = () => void;

/** Takes leases one after another, does something, and gives back all that were taken, whatever became of it. */
export async function holdingLeases<T>(
  names: readonly string[],
  take: (name: string) => Promise<Lease>,
  action: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const held: Lease[] = [];
  const stillHeld = () => {
    const lost = held.find((lease) => lease.lost.aborted);
    if (lost !== undefined)
      throw new CliError(`the lease ${lost.name} was lost on the way: run the command again.`);
  };
  try {
    for (const name of names) held.push(await take(name));
    return await action(stillHeld);
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
}
