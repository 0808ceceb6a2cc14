import { connect } from 'node:net';
import { certificateEndMs } from '../../adapters/intake/certificateFiles.ts';
import type { Settings } from '../../config.ts';
import { certificatePaths } from '../../main/intake.ts';
import { instant } from '../../ports/clock.ts';
import { type Check, fine, wrong } from './check.ts';
import { readyzOf } from './settingsChecks.ts';

const GREETING_MS = 5_000;
const EXPIRES_SOON_MS = 7 * 86_400_000;
/** The end of our greeting (smtpIntake.ts). */
const GREETING = /^220 .*bounces only/;

/** The bounce intake: whether it answers, and until when its certificate is valid. No checks where none is set. */
export function intakeChecks(settings: Settings, nowMs: number): readonly Check[] {
  const { POSTLEDGER_BOUNCE_PORT: port, POSTLEDGER_BOUNCE_HOST: host } = settings;
  if (port === undefined) return [];
  return [
    certificateCheck(settings, nowMs),
    {
      name: 'bounce intake, listening',
      run: async () => {
        if (port === 0) return fine('on a port that is picked at its start');
        const at = `${host}:${port}`;
        const { greeting, failure } = await greetingOf(host, port);
        if (greeting !== null && GREETING.test(greeting)) return fine(`answers at ${at}`);
        if (greeting !== null)
          return wrong(
            `another server answers at ${at}: ${greeting.slice(0, 100)}`,
            'Set POSTLEDGER_BOUNCE_PORT to a port that nothing else uses.',
          );
        // Where no service runs nothing can listen.
        if ((await readyzOf(settings)) === null)
          return fine(`nothing listens at ${at}, and no service runs here`);
        return wrong(
          `a service runs here, but its intake does not answer at ${at}: ${failure}`,
          'See the log of the process that sends: it says why it cannot listen.',
        );
      },
    },
  ];
}

/** The certificate with which it offers STARTTLS. */
function certificateCheck(settings: Settings, nowMs: number): Check {
  const run: Check['run'] = async () => {
    const paths = certificatePaths(settings);
    if (paths === null)
      return fine('takes plain text alone; set POSTLEDGER_BOUNCE_TLS_CERT to offer STARTTLS');
    const endMs = certificateEndMs(paths);
    const until = `valid until ${instant(endMs)}`;
    return endMs - nowMs > EXPIRES_SOON_MS
      ? fine(`offers STARTTLS by a certificate ${until}`)
      : wrong(`its certificate is ${until}`, `Renew ${paths.cert}; it is read again when it changes.`);
  };
  return { name: 'bounce intake', run };
}

/** The first line that a server sends; null, with the failure, when none comes. */
function greetingOf(host: string, port: number): Promise<{ greeting: string | null; failure: string }> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: GREETING_MS });
    let text = '';
    const end = (failure: string) => {
      socket.destroy();
      const [line = ''] = text.split('\r\n', 1);
      resolve({ greeting: line === '' ? null : line, failure });
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (text.includes('\n')) end('');
    });
    socket.once('end', () => end('it closed the connection'));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error) => end(error.message));
  });
}
