import { setTimeout as sleep } from 'node:timers/promises';
import { startServiceProcess } from '../test/support/serviceProcess.ts';
import { startRelay } from './relay.ts';
import { generateSends } from './sends.ts';

/** What a relay some milliseconds away, which looks into the message, takes for it. */
const RELAY_MS = 50;
/** Longer than processes that start together take to share the partitions: a few beats. */
const SHARED_AFTER_MS = 6_000;
const LOOK_MS = 100;

/**
 * Messages a second that so many processes with the sender role hand to a relay, together, of so many that wait in a
 * fresh ledger: from when each has its share of the partitions until all were taken.
 */
export async function sentBy(
  processes: number,
  env: Readonly<Record<string, string>>,
  messages: number,
): Promise<number> {
  const relay = await slowRelay();
  const sending = {
    ...env,
    SMTP_URL: relay.url,
    POSTLEDGER_PACE_PER_SECOND: '100000',
    POSTLEDGER_PACE_PER_DAY: '100000000',
  };
  const api = await startServiceProcess({ env: { ...sending, POSTLEDGER_ROLES: 'api,projector' } });
  const { answers: accepted } = await generateSends(
    { url: new URL(api.url), key: api.firstKey },
    { connections: 64, durationMs: 600_000, maxRequests: messages },
  );
  await api.stop();

  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      startServiceProcess({ env: { ...sending, POSTLEDGER_ROLES: 'projector,sender' } }),
    ),
  );
  await sleep(SHARED_AFTER_MS);
  const startedAt = performance.now();
  const before = relay.taken();
  if (before >= accepted)
    throw new Error(`${accepted} messages are too few: they were sent before the first look`);
  while (relay.taken() < accepted) await sleep(LOOK_MS);
  const seconds = (performance.now() - startedAt) / 1_000;
  await Promise.all(workers.map((worker) => worker.stop()));
  await relay.close();
  return (accepted - before) / seconds;
}

export async function slowRelay() {
  let taken = 0;
  const { url, close } = await startRelay((stream, _session, callback) => {
    stream.on('end', () => {
      taken++;
      setTimeout(callback, RELAY_MS);
    });
    stream.resume();
  });
  return { url, taken: () => taken, close };
}
