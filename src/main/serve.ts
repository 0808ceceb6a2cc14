import { systemdReady } from '../adapters/node/systemdReady.ts';
import type { Settings } from '../config.ts';
import type { Ports } from '../ports/ports.ts';
import { startBackground } from './background/background.ts';
import { openPorts } from './ports.ts';
import { type Service, startService } from './service.ts';

export interface ServeOptions {
  /** What the settings were read from: the background process reads them too. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the service is asked to stop. */
  readonly asked: AbortSignal;
  /** Whether an embedded ledger is made also in a folder whose own one is missing. */
  readonly isNew?: boolean;
}

/**
 * Serves what the settings name. With all roles over an embedded ledger there are two processes on the same folder: this
 * one answers requests, and a second one of lower priority does all work in the background. So callers do not wait for a
 * backlog, and a second core is used. A list of roles runs in one process, and so does a service over engines, which has
 * many processes anyway. systemd is notified once the service is ready.
 */
export async function serve(
  settings: Settings,
  { env, asked, isNew = false }: ServeOptions,
): Promise<Service> {
  const ports = await openPorts(settings, settings.POSTLEDGER_LOG_LEVEL, { isNew });
  const { growth, clock, log } = ports;
  const ready = async (starting: Promise<Service>): Promise<Service> => {
    const service = await starting;
    if (!asked.aborted) await systemdReady(env, log);
    return service;
  };
  if (settings.POSTLEDGER_ROLES !== 'all' || growth === null)
    return ready(startService(settings, ports, { asked }));
  const { metrics } = ports;
  const background = startBackground({ env, onGrown: growth.announce, clock, log, metrics });
  growth.onGrown(background.announce);
  const both: Ports = {
    ...ports,
    metrics: {
      ...metrics,
      exposition: async () => {
        const measured = await background.metrics();
        return metrics.exposition(
          measured === null ? undefined : { process: 'background', metrics: measured },
        );
      },
    },
  };
  return ready(startService({ ...settings, POSTLEDGER_ROLES: 'api' }, both, { asked, background }));
}
