import type { Ledger } from '../commands/kernel/ledger.ts';

/** How long a refused append makes the service count as not ready. */
const FAULT_COUNTS_MS = 5_000;

const lastFaultAtMs = new WeakMap<Ledger, number>();

/** Remembers that the log could not be reached or written just now. */
export function noteLogFault(ledger: Ledger): void {
  lastFaultAtMs.set(ledger, ledger.clock.monotonicMs());
}

export function isLogFaulty(ledger: Ledger): boolean {
  const atMs = lastFaultAtMs.get(ledger);
  return atMs !== undefined && ledger.clock.monotonicMs() - atMs < FAULT_COUNTS_MS;
}
