import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CertificatePaths, certificateEndMs } from '../../adapters/intake/certificateFiles.ts';
import type { Settings } from '../../config.ts';
import { certificatePaths } from '../../main/certificate.ts';
import { submissionCertificate } from '../../main/submission.ts';
import { instant } from '../../ports/clock.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';
import { readyzOf } from './settingsChecks.ts';

const GREETING_MS = 5_000;
const EXPIRES_SOON_MS = 7 * 86_400_000;

/** A listener of SMTP as its settings name it. */
interface Listener {
  readonly name: string;
  /** The end of its greeting. */
  readonly banner: string;
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly isImplicitTls: boolean;
  readonly certificate: () => CertificatePaths | null;
  /** What it does without a certificate, and with one. */
  readonly plain: string;
  readonly encrypted: string;
  /** The process that listens. */
  readonly process: string;
}

/**
 * The bounce intake and the submission listener: whether each answers, and until when its certificate is valid. No checks
 * of one that is not set.
 */
export function intakeChecks(settings: Settings, nowMs: number): readonly Check[] {
  return listenersOf(settings).flatMap((listener) => [
    { name: listener.name, run: () => certificateCheck(listener, nowMs) },
    { name: `${listener.name}, listening`, run: () => listeningCheck(listener, settings) },
  ]);
}

function listenersOf(settings: Settings): Listener[] {
  const { POSTLEDGER_BOUNCE_PORT: bounces, POSTLEDGER_SUBMISSION_PORT: submission } = settings;
  const isImplicitTls = settings.POSTLEDGER_SUBMISSION_TLS === 'implicit';
  const intake: Omit<Listener, 'port'> = {
    name: 'bounce intake',
    banner: 'bounces only',
    setting: 'POSTLEDGER_BOUNCE_PORT',
    host: settings.POSTLEDGER_BOUNCE_HOST,
    isImplicitTls: false,
    certificate: () => certificatePaths(settings, 'POSTLEDGER_BOUNCE_TLS'),
    plain: 'takes plain text alone; set POSTLEDGER_BOUNCE_TLS_CERT to offer STARTTLS',
    encrypted: 'offers STARTTLS',
    process: 'sends',
  };
  const listener: Omit<Listener, 'port'> = {
    name: 'submission',
    banner: 'submission',
    setting: 'POSTLEDGER_SUBMISSION_PORT',
    host: settings.POSTLEDGER_SUBMISSION_HOST,
    isImplicitTls,
    certificate: () => submissionCertificate(settings),
    plain: 'takes mail of this machine alone; set POSTLEDGER_SUBMISSION_TLS_CERT for others',
    encrypted: isImplicitTls ? 'is encrypted from the first byte' : 'offers STARTTLS',
    process: 'answers requests',
  };
  return [
    ...(bounces === undefined ? [] : [{ ...intake, port: bounces }]),
    ...(submission === undefined ? [] : [{ ...listener, port: submission }]),
  ];
}

async function listeningCheck(listener: Listener, settings: Settings): Promise<CheckResult> {
  const { name, banner, setting, host, port } = listener;
  if (port === 0) return fine('on a port that is picked at its start');
  const at = `${host}:${port}`;
  const { greeting, failure } = await greetingOf(listener);
  if (greeting?.startsWith('220 ') && greeting.endsWith(banner)) return fine(`answers at ${at}`);
  if (greeting !== null)
    return wrong(
      `another server answers at ${at}: ${greeting.slice(0, 100)}`,
      `Set ${setting} to a port that nothing else uses.`,
    );
  // Where no service runs nothing can listen.
  if ((await readyzOf(settings)) === null) return fine(`nothing listens at ${at}, and no service runs here`);
  return wrong(
    `a service runs here, but its ${name} does not answer at ${at}: ${failure}`,
    `See the log of the process that ${listener.process}: it says why it cannot listen.`,
  );
}

async function certificateCheck(
  { certificate, plain, encrypted }: Listener,
  nowMs: number,
): Promise<CheckResult> {
  const paths = certificate();
  if (paths === null) return fine(plain);
  const endMs = certificateEndMs(paths);
  const until = `valid until ${instant(endMs)}`;
  return endMs - nowMs > EXPIRES_SOON_MS
    ? fine(`${encrypted} by a certificate ${until}`)
    : wrong(`its certificate is ${until}`, `Renew ${paths.cert}; it is read again when it changes.`);
}

/** The first line that a server sends; null, with the failure, when none comes. */
function greetingOf({
  host,
  port,
  isImplicitTls,
}: Listener): Promise<{ greeting: string | null; failure: string }> {
  return new Promise((resolve) => {
    const at = { host, port, timeout: GREETING_MS };
    // Whose certificate it is is not the question: it is that of the files.
    const socket = isImplicitTls ? connectTls({ ...at, rejectUnauthorized: false }) : connect(at);
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
