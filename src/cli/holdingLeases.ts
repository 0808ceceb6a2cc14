import type { Lease } from '../ports/lease.ts';

/** Takes leases one after another, does something, and gives back all that were taken, whatever became of it. */
export async function holdingLeases<T>(
  names: readonly string[],
  take: (name: string) => Promise<Lease>,
  action: () => Promise<T>,
): Promise<T> {
  const held: Lease[] = [];
  try {
    for (const name of names) held.push(await take(name));
    return await action();
  } finally {
    await Promise.all(held.map((lease) => lease.release()));
  }
}
