import type { Lease, Leases } from '../../src/ports/lease.ts';

/** The leases of processes that a test may kill. */
export function memoryLeases(): Leases {
  const held = new Set<string>();
  return {
    async acquire(name) {
      if (held.has(name)) return null;
      held.add(name);
      const lease: Lease = {
        name,
        lost: new AbortController().signal,
        release: async () => void held.delete(name),
      };
      return lease;
    },
    isHeld: async (name) => held.has(name),
    close: async () => held.clear(),
  };
}
