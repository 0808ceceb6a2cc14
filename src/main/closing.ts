import type { FastifyInstance } from 'fastify';
import type { App } from '../api/dependencies.ts';
import { type Clock, within } from '../ports/clock.ts';
import type { OpenSubmission } from '../ports/mailSubmission.ts';
import type { Ports } from '../ports/ports.ts';
import type { Background } from './background/background.ts';
import type { RunningRoles } from './roles.ts';

/** A stop cuts off submissions of mail and SMS that take longer: they are recorded as deferred, not left claimed. */
const FINISH_MS = 8_000;
/** How long a stop may take; what is still in flight then is left to the next start. */
const STOP_MS = 15_000;
/** Requests have so long to end; then their connections are cut, and those that never sent one. The background has the rest for its own. */
const SERVED_MS = 5_000;
/** Between two looks for connections that have become idle: the server itself looks once. */
const IDLE_LOOK_MS = 100;

/** A service that is starting or running, and what of it exists by now; `closing` ends it. */
export interface Starting {
  app: App | null;
  /** What answers operators; null where they have no listener of their own. */
  admin: App | null;
  /** The pages for people; null where there are none. */
  console: FastifyInstance | null;
  /** What takes mail in by SMTP; null where nothing does. */
  submission: OpenSubmission | null;
  roles: RunningRoles | null;
  /** The other process of this service; null where there is none. */
  readonly background: Background | null;
  /** Aborts to end the wait for read models. */
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
      .then(() =>
        finished.signal.aborted ? null : Promise.all([ports.mailer.close(), ports.carrier.close()]),
      );
    const served = [closed(starting.app, clock), closed(starting.console, clock)];
    // The background after the last request, so that its events are still folded and its hints received.
    const background = Promise.allSettled(served).then(() => starting.background?.stop());
    // Whatever fails to end, the others end before their ports are closed.
    const parts = [...served, background, starting.submission?.close(), starting.roles?.stop()];
    const ends = await Promise.allSettled<unknown>(parts);
    // Readiness is asked to the end.
    ends.push(...(await Promise.allSettled([closed(starting.admin, clock)])));
    finished.abort();
    await cut;
    await ports.close();
    for (const ended of ends) if (ended.status === 'rejected') throw ended.reason;
  };

  const stop = async () => {
    log.info({}, 'the service stops');
    const late = new AbortController();
    const ended = end().finally(() => late.abort());
    await Promise.race([ended, clock.sleep(STOP_MS, late.signal)]);
    if (late.signal.aborted) return ended;
    log.warn({}, 'the stop took too long; what is in flight is left to the next start');
    starting.background?.kill();
  };

  return { end, stop };
}

/** Closes a listener: connections that become idle at once, all others after a time. */
async function closed(app: Pick<FastifyInstance, 'close' | 'server'> | null, clock: Clock): Promise<void> {
  if (app === null) return;
  let isClosed = false;
  const ended = app.close().finally(() => {
    isClosed = true;
  });
  for (let waitedMs = 0; !isClosed && waitedMs < SERVED_MS; waitedMs += IDLE_LOOK_MS) {
    app.server.closeIdleConnections();
    await within(clock, IDLE_LOOK_MS, ended);
  }
  if (!isClosed) app.server.closeAllConnections();
  await ended;
}
