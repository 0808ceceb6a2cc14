import type { Ledger } from '../commands/ledger.ts';

/** How long a refused append makes the service count as not ready. */
const FAULT_COUNTS_MS = 5_000;

const lastFaultMs = new WeakMap<Ledger, number>();

/** Remembers that the log could not be reached or written just now. */
export function noteLogFault(ledger: Ledger): void {
  lastFaultMs.set(ledger, ledger.clock.nowMs());
}

export function isLogFaulty(ledger: Ledger): boolean {
  const atMs = lastFaultMs.get(ledger);
  return atMs !== undefined && ledger.clock.nowMs() - atMs < FAULT_COUNTS_MS;
}
