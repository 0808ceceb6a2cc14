import { systemdReady } from '../adapters/node/systemdReady.ts';
import { smppAddress } from '../adapters/smpp/smppAddress.ts';
import { relayAddress } from '../adapters/smtp/relayAddress.ts';
import type { Settings } from '../config.ts';
import type { LogGrown } from '../ports/logGrowth.ts';
import type { Ports } from '../ports/ports.ts';
import { startBackground } from './background/background.ts';
import { shareGrowth } from './background/sharedGrowth.ts';
import { firstKeyFile } from './firstKeyFile.ts';
import { runsInTwo } from './options.ts';
import { openPorts } from './ports.ts';
import { refusePorts } from './refusePorts.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';
import { keepServiceNote } from './serviceNote.ts';

export interface ServeOptions extends Pick<ServiceOptions, 'checks'> {
  /** What the settings were read from: the background process reads them too. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the service is asked to stop. */
  readonly asked: AbortSignal;
  /** Whether an embedded ledger is made also in a folder whose own one is missing. */
  readonly isNew?: boolean;
  /** Shows the first key to a person; null: it stays in a file in the data folder. */
  readonly showFirstKey: ((key: string) => void) | null;
}

/**
 * Serves what the settings name. With all roles there are two processes on the same folder and engines, unless the settings ask for
 * one: this one answers requests, and a second one of lower priority does all work in the background. So callers do not wait for a
 * backlog, and a second core is used. A list of roles runs in one process. systemd is notified once the service is ready.
 * @throws SettingsInvalid where it cannot listen, SmppAddressInvalid, RelayAddressInvalid; then nothing was opened
 */
export async function serve(
  settings: Settings,
  { env, asked, isNew = false, showFirstKey, checks }: ServeOptions,
): Promise<Service> {
  const { SMTP_URL, SMPP_URL, REDIS_URL } = settings;
  if (SMPP_URL !== undefined) smppAddress(SMPP_URL);
  if (SMTP_URL !== undefined) relayAddress(SMTP_URL);
  const isInTwo = runsInTwo(settings);
  await refusePorts(settings);
  const ports = await openPorts(settings, settings.POSTLEDGER_LOG_LEVEL, { isNew });
  const { metrics, clock, log } = ports;
  const note = keepServiceNote(settings, env, { clock, log });
  const ready = async (starting: Promise<Service>): Promise<Service> => {
    const service = await starting.catch(async (error: unknown) => {
      await note.remove();
      throw error;
    });
    if (!asked.aborted) await systemdReady(env, log);
    return { ...service, stop: () => note.remove().then(service.stop) };
  };
  const firstKey = firstKeyFile(settings.POSTLEDGER_DATA, { ids: ports.ids, log, show: showFirstKey });
  const options = { asked, firstKey, checks, onListening: note.begin };
  if (!isInTwo) return ready(startService(settings, ports, options));
  const onGrown = (grown: LogGrown) => ports.growth?.announce(grown);
  const background = startBackground({ env, onGrown, clock, log, metrics });
  shareGrowth(ports.growth, background.tellGrown);
  const both: Ports = {
    ...ports,
    // All that this process hints at is for the other one; what it subscribes to is nothing.
    ...(REDIS_URL === undefined && { hints: { ...ports.hints, publish: background.hint } }),
    appendsWork: async () => background.state().appendsWork && ports.appendsWork(),
    metrics: {
      ...metrics,
      gauges: async (names) => metrics.gauges(names, (await background.metrics()) ?? undefined),
      exposition: async () => {
        const measured = await background.metrics();
        return metrics.exposition(
          measured === null ? undefined : { process: 'background', metrics: measured },
        );
      },
    },
  };
  return ready(startService({ ...settings, POSTLEDGER_ROLES: 'api' }, both, { ...options, background }));
}
