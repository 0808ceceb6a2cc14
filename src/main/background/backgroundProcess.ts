import { setPriority } from 'node:os';
import { readSettings } from '../../config.ts';
import { openPorts } from '../ports.ts';
import { startService } from '../service.ts';
import { lagHeard } from './lagHeard.ts';
import type { FromBackground, ToBackground } from './messages.ts';

/**
 * Below the process that answers requests: on a single core callers come first, and the background gets a quarter of
 * it as long as they take all they can. The thread that writes this process's part of the log keeps its priority,
 * since it holds the one write lock that both processes need.
 */
const NICE = 5;
const TELL_LAG_MS = 1_000;

// The process in the background of a service: projector, sender and dispatcher, over the folder of its parent.
const tell = (message: FromBackground) => {
  // A parent that is gone hears nothing; `disconnect` tells of it.
  if (process.connected) process.send?.(message, () => {});
};
// A terminal sends its hints to both processes: this one ends when its parent says so, behind the last request.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const settings = readSettings(process.env);
const ports = await openPorts(settings);
ports.growth?.startWriter();
setPriority(0, NICE);
const stopTelling = ports.growth?.onGrown((position) => tell({ kind: 'grown', position }));

const asked = new AbortController();
const { metrics, lagMs } = lagHeard(ports.metrics, ports.clock);
const telling = setInterval(() => tell({ kind: 'lag', lagMs: lagMs() }), TELL_LAG_MS);
const starting = startService(
  settings,
  { ...ports, metrics },
  { asked: asked.signal, opensLedger: false, onRoute: (report) => tell({ kind: 'route', report }) },
);

const stop = async () => {
  if (asked.signal.aborted) return;
  asked.abort();
  stopTelling?.();
  clearInterval(telling);
  await (await starting).stop();
  process.exit(0);
};
// Without its parent nobody would ever stop it.
process.on('disconnect', stop);
process.on('message', (message: ToBackground) => {
  switch (message.kind) {
    case 'grown':
      ports.growth?.announce(message.position);
      break;
    case 'measure':
      ports.metrics.snapshot().then(
        (metrics) => tell({ kind: 'measured', number: message.number, metrics }),
        () => {},
      );
      break;
    case 'stop':
      void stop();
      break;
  }
});
tell({ kind: 'running' });
await starting;
// The parent may have gone before anybody listened for it.
if (!process.connected) await stop();
