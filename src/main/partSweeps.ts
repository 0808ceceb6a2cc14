import type { LedgerPorts } from '../ports/ports.ts';

const EVERY_MS = 60_000;

/** Looks after the parts next to an engine's log once a minute, while `mayRun` is true, until the signal aborts. */
export async function runPartSweeps(
  { sweepParts, clock, log }: Pick<LedgerPorts, 'sweepParts' | 'clock' | 'log'>,
  signal: AbortSignal,
  mayRun: () => boolean,
): Promise<void> {
  for (; sweepParts !== null && !signal.aborted; await clock.sleep(EVERY_MS, signal)) {
    try {
      while (!signal.aborted && mayRun() && (await sweepParts()));
    } catch (error) {
      log.warn(
        { err: error },
        'the parts next to the log could not be looked after, trying again within a minute',
      );
    }
  }
}
