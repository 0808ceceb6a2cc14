import type { Pdu } from 'smpp';
import type { Ports } from '../../ports/ports.ts';
import { openLink, type SmppLink } from './link.ts';
import type { SmppAddress } from './smppAddress.ts';

export type SmppDependencies = Pick<Ports, 'clock' | 'ids' | 'log' | 'metrics'>;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const CHECK_AGAIN_MS = 2_000;
/** After a bind that lasted this long, the pauses start from the first again. */
const STABLE_MS = 60_000;

/** The bind to the carrier, which is renewed when it breaks. */
export function boundLink(
  address: SmppAddress,
  { clock, ids, log, metrics }: SmppDependencies,
  onDeliver: (pdu: Pdu, link: SmppLink) => void,
) {
  const stop = new AbortController();
  let current: SmppLink | null = null;
  const { host, port } = address;

  /** Resolves with the time that the bind lasted. */
  const untilLost = async (link: SmppLink) => {
    current = link;
    metrics.gauge('postledger_carrier_bound', 1);
    log.info({ host, port }, 'bound to the SMS carrier');
    const boundAtMs = clock.monotonicMs();
    await aborted(link.lost, stop.signal);
    current = null;
    metrics.gauge('postledger_carrier_bound', 0);
    if (stop.signal.aborted) await link.unbind();
    else log.warn({ host, port }, 'the bind to the SMS carrier broke; text messages wait');
    return clock.monotonicMs() - boundAtMs;
  };

  const run = async () => {
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        const boundMs = await untilLost(await openLink(address, clock, onDeliver, stop.signal));
        failures = boundMs > STABLE_MS ? 0 : failures + 1;
      } catch (error) {
        if (stop.signal.aborted) return;
        failures += 1;
        // The first failure of an outage is logged, and each after the longest pause.
        if (failures === 1 || pauseMs(failures) >= LONGEST_PAUSE_MS)
          log.warn({ host, port, err: error }, 'the SMS carrier cannot be reached; text messages wait');
      }
      const share = 0.5 + ids.randomBytes(1).readUInt8() / 512;
      await clock.sleep(pauseMs(failures) * share, stop.signal);
    }
  };
  let running: Promise<void> | null = null;

  return {
    /** Begins to bind; without this call the process never connects. */
    start(): void {
      if (running !== null) return;
      // A carrier that never answered would else have no series that an alarm could see.
      metrics.gauge('postledger_carrier_bound', 0);
      running = run();
    },
    /** Null while there is no bind. */
    link: () => current,
    /** Milliseconds after which to check again; 0 while there is a link. */
    closedForMs: () => (current === null ? CHECK_AGAIN_MS : 0),
    async close(): Promise<void> {
      stop.abort();
      await running;
    },
  };
}

function pauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
}

/** Resolves as soon as one of the signals aborts; leaves no listener on the others. */
export function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    for (const signal of signals) {
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
    }
  });
}
