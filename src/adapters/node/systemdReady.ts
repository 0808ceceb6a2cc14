import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from '../../ports/log.ts';

const TIMEOUT_MS = 5_000;

/**
 * Tells systemd that the service is ready (sd_notify(3)), where it asked for that by NOTIFY_SOCKET: `Type=notify` and
 * `NotifyAccess=all`, since Node has no datagram sockets of this kind and systemd's own program sends it.
 */
export async function systemdReady(
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const { NOTIFY_SOCKET, PATH } = env;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return;
  const options = { env: { NOTIFY_SOCKET, PATH }, timeout: TIMEOUT_MS };
  await promisify(execFile)('systemd-notify', ['--ready'], options).catch((error: Error) => {
    log.warn({ reason: error.message }, 'systemd asked for a notice of readiness, and got none');
  });
}
