import type { Pdu } from 'smpp';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { aborted } from './aborted.ts';
import { type Link, openLink } from './link.ts';
import type { SmppAddress } from './smppAddress.ts';

/** The bind to the carrier, made again whenever it breaks. */
export interface BoundLink {
  /** Begins to bind; a process that never calls it never connects. */
  start(): void;
  /** Null while there is none. */
  link(): Link | null;
  /** Milliseconds after which to look again; 0 while there is a link. */
  closedForMs(): number;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const LOOK_AGAIN_MS = 2_000;
/** A bind that stood this long is followed by the first pause again. */
const STOOD_MS = 60_000;

export function boundLink(
  address: SmppAddress,
  { clock, ids, log, metrics }: { clock: Clock; ids: Ids; log: Log; metrics: Metrics },
  onDeliver: (pdu: Pdu, link: Link) => void,
): BoundLink {
  const stop = new AbortController();
  let current: Link | null = null;
  const { host, port } = address;

  const stand = async (link: Link) => {
    current = link;
    metrics.gauge('postledger_carrier_bound', 1);
    log.info({ host, port }, 'bound to the SMS carrier');
    const stoodSinceMs = clock.monotonicMs();
    await aborted(link.lost, stop.signal);
    current = null;
    metrics.gauge('postledger_carrier_bound', 0);
    if (stop.signal.aborted) await link.unbind();
    else log.warn({ host, port }, 'the bind to the SMS carrier broke; text messages wait');
    return clock.monotonicMs() - stoodSinceMs;
  };

  const run = async () => {
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        const stoodMs = await stand(await openLink(address, clock, onDeliver));
        failures = stoodMs > STOOD_MS ? 0 : failures + 1;
      } catch (error) {
        failures += 1;
        // The first failure of an outage is told, and each that comes after the longest pause.
        if (failures === 1 || pauseMs(failures) >= LONGEST_PAUSE_MS)
          log.warn({ host, port, err: error }, 'the SMS carrier cannot be reached; text messages wait');
      }
      const share = 0.5 + ids.randomBytes(1).readUInt8() / 512;
      await clock.sleep(pauseMs(failures) * share, stop.signal);
    }
  };
  let running: Promise<void> | null = null;

  return {
    start() {
      running ??= run();
    },
    link: () => current,
    closedForMs: () => (current === null ? LOOK_AGAIN_MS : 0),
    async close() {
      stop.abort();
      await running;
    },
  };
}

function pauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
}
