import type { App } from '../api/context.ts';
import type { Ports } from '../ports/ports.ts';
import type { Background } from './background/background.ts';
import type { RunningRoles } from './roles.ts';

/** Mail transactions that last longer into a stop are cut off: they are recorded as deferred, not left claimed. */
const FINISH_MS = 8_000;
/** How long a stop may take before what is left in flight is left to the next start. */
const STOP_MS = 15_000;

/** What is being started, as far as it has come; `closing` ends it. */
export interface Starting {
  app: App | null;
  roles: RunningRoles | null;
  /** The other process of this service, where there is one. */
  readonly background: Background | null;
  /** Aborts when the waiting for read models is to end. */
  readonly over: AbortController;
}

/** How a service ends, however far its start has come. */
export function closing(
  starting: Starting,
  ports: Ports,
): { readonly end: () => Promise<void>; readonly stop: () => Promise<void> } {
  const { clock, log } = ports;

  const end = async () => {
    starting.over.abort();
    const finished = new AbortController();
    const cut = clock
      .sleep(FINISH_MS, finished.signal)
      .then(() => (finished.signal.aborted ? undefined : ports.mailer.close()));
    await Promise.all([starting.app?.close(), starting.roles?.stop()]);
    // Behind the last request, so that what it appended is still folded and its hints heard.
    await starting.background?.stop();
    finished.abort();
    await cut;
    await ports.close();
  };

  const stop = async () => {
    log.info({}, 'the service stops');
    const late = new AbortController();
    const ended = end().finally(() => late.abort());
    await Promise.race([ended, clock.sleep(STOP_MS, late.signal)]);
    if (late.signal.aborted) return;
    log.warn({}, 'the stop took too long; what is in flight is left to the next start');
    starting.background?.kill();
  };

  return { end, stop };
}
