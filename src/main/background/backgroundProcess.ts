import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { readSettings } from '../../config.ts';
import { openPorts } from '../ports.ts';
import { startService } from '../service.ts';
import { highestLag } from './highestLag.ts';
import type { BackgroundState, FromBackground, ToBackground } from './messages.ts';
import { shareGrowth } from './sharedGrowth.ts';

/**
 * Below the priority of the process that answers requests: on a single core callers come first, and the background gets a
 * quarter of it while they use all they can. The thread that writes this process's part of the log stays at the normal
 * priority, since it holds the one write lock that both processes need.
 */
const NICE = 5;
const REPORT_MS = 2_000;
/** Longer than a service takes to stop: what hangs is left to the next start. */
const LONGEST_STOP_MS = 20_000;

// The background process of a service: projector, sender and dispatcher, over the folder and engines of its parent.
const send = (message: FromBackground, onSent: () => void = () => {}) => {
  // A parent that is gone gets nothing; `disconnect` reports its end.
  if (process.connected) process.send?.(message, onSent);
  else onSent();
};
// A terminal sends its signals to both processes: this one ends when its parent says so, after the last request.
// SIGUSR1 would open Node's debugger.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const) process.on(signal, () => {});

const asked = new AbortController();
asked.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref());
// Without its parent nothing would ever end it, and its start may take long: the parent may go, or be gone, before that.
process.once('disconnect', () => asked.abort());
if (!process.connected) asked.abort();

const settings = readSettings(process.env);
const ports = await openPorts(settings);
ports.growth?.startWriter();
const endGrowth = shareGrowth(ports.growth, (grown, onSent) => send({ kind: 'grown', grown }, onSent));

const { metrics, lagMs } = highestLag(ports.metrics, ports.clock);
const report = (state: Partial<BackgroundState>) => send({ kind: 'state', state });
const lagTimer = setInterval(() => report({ lagMs: lagMs() }), REPORT_MS);
const reportAppends = async () => {
  // On a disk that answers nothing one question waits, not one for each interval.
  for (; !asked.signal.aborted; await ports.clock.sleep(REPORT_MS, asked.signal))
    report({ appendsWork: await ports.appendsWork() });
};
void reportAppends();
const starting = startService(
  settings,
  { ...ports, metrics },
  { asked: asked.signal, opensLedger: false, onReport: report },
);

process.on('message', (message: ToBackground) => {
  switch (message.kind) {
    case 'hint':
      ports.hints.publish(message.channel, message.message);
      break;
    case 'grown':
      ports.growth?.announce(message.grown);
      break;
    case 'measure':
      ports.metrics.snapshot().then(
        (metrics) => send({ kind: 'measured', metrics }),
        () => {},
      );
      break;
    case 'stop':
      asked.abort();
      break;
  }
});
report({ runs: true });
// Left unhandled its stack would stand next to the sentence by which the parent says why the service does not start.
const service = await starting.catch((error: unknown) => {
  ports.log.error({ err: error }, 'the background process could not start');
  process.exit(1);
});
// A start on a busy core would otherwise take as long as the callers leave it: priority is lowered once all is caught up,
// and never raised again, which Linux refuses.
setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE));
if (!asked.signal.aborted) await once(asked.signal, 'abort');
endGrowth();
clearInterval(lagTimer);
await service.stop();
process.exit(0);
