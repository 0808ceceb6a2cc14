import { connect } from 'node:tls';
import { openProjection } from '../../follow/fold/projection.ts';
import { consolePort } from '../../main/console.ts';
import { httpAddress } from '../../main/options.ts';
import { instant } from '../../ports/clock.ts';
import { listApiKeys } from '../../projections/apiKeys.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { asked } from '../asked.ts';
import type { CliDependencies, CommandCall } from '../cli.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';

const CONNECT_MS = 5_000;
const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;
/** Of the life of a certificate. */
const LAST_PART = 0.2;
/** A key that was made for less is meant to end. */
const LONG_LIVED_MS = 30 * DAY_MS;

type Dependencies = CliDependencies & Pick<CommandCall, 'service'>;

/** Checks of how others reach the service: whether each address leads to this ledger's, and until when it will. */
export function reachChecks(dependencies: Dependencies): readonly Check[] {
  const { POSTLEDGER_BASE_URL, POSTLEDGER_TRACKING_URL, POSTLEDGER_CONSOLE_URL } = dependencies.settings;
  // A proxy may pass on some paths only.
  const addresses = [
    ['POSTLEDGER_BASE_URL', POSTLEDGER_BASE_URL, '/v1/emails'],
    ['POSTLEDGER_TRACKING_URL', POSTLEDGER_TRACKING_URL, '/u/doctor'],
    ['POSTLEDGER_CONSOLE_URL', POSTLEDGER_CONSOLE_URL, '/'],
  ] as const;
  return [
    { name: 'console', run: () => consoleCheck(dependencies) },
    ...addresses.flatMap(([name, url, path]) =>
      url === undefined ? [] : [{ name, run: () => addressCheck(dependencies, { name, url, path }) }],
    ),
    { name: 'API keys', run: () => keysCheck(dependencies) },
  ];
}

async function consoleCheck(dependencies: Dependencies): Promise<CheckResult> {
  const { service, settings } = dependencies;
  const port = consolePort(settings);
  const listens = service?.listeners.console ?? null;
  if (listens === null && (port === null || port === 0)) return fine('none, by the settings');
  const url = listens ?? httpAddress(settings.POSTLEDGER_CONSOLE_HOST, port ?? 0);
  const answer = await asked(dependencies, url);
  if (answer?.who === 'this') return fine(`this ledger's, at ${url}`);
  if (answer !== null)
    return wrong(otherAt(url, answer.who), 'Set POSTLEDGER_CONSOLE_PORT to a port that nothing else uses.');
  return service === null
    ? fine(`nothing listens at ${url}, and no service runs here`)
    : wrong(`nothing answers at ${url}`, 'The log of the service says why it does not listen.');
}

const otherAt = (url: string, who: 'other ledger' | 'other') =>
  who === 'other'
    ? `another service or program answers at ${url}`
    : `a service of another ledger answers at ${url}`;

async function addressCheck(
  dependencies: Dependencies,
  { name, url, path }: { readonly name: string; readonly url: string; readonly path: string },
): Promise<CheckResult> {
  if (dependencies.service === null) return fine(`${url} was not asked: no service runs here`);
  const answer = await asked(dependencies, `${url}${path}`);
  if (answer === null)
    return wrong(
      `nothing answers at ${url}`,
      `See whether its name leads here, whether the proxy runs, and its certificate.`,
    );
  if (answer.who !== 'this')
    return wrong(
      otherAt(url, answer.who),
      `Set ${name} to the address of this service, or repair the proxy.`,
    );
  const life = url.startsWith('https:') ? await certificateLife(url) : null;
  if (life === null) return fine(`leads to this service: ${url}`);
  const { beganMs, endMs } = life;
  const until = `its certificate is valid until ${instant(endMs)}`;
  // Some live for months and some for days: all are renewed while more of their life is left.
  return endMs - dependencies.ledger.clock.nowMs() > (endMs - beganMs) * LAST_PART
    ? fine(`leads to this service: ${url}; ${until}`)
    : wrong(`${url}: ${until}`, 'See why the proxy has not renewed it.');
}

/** In milliseconds since 1970; null where no connection is made. */
function certificateLife(url: string): Promise<{ readonly beganMs: number; readonly endMs: number } | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      servername: hostname,
      port: Number(port || 443),
      timeout: CONNECT_MS,
    });
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      socket.destroy();
      resolve({ beganMs: Date.parse(from), endMs: Date.parse(to) });
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', () => resolve(null));
  });
}

/** Keys that customers use for long, and that end soon. */
async function keysCheck({ documents, projections, ledger }: Dependencies): Promise<CheckResult> {
  const keys = await openProjection(documents, projections.apiKeys);
  const nowMs = ledger.clock.nowMs();
  const ending: string[] = [];
  for (const { id, name: workspace } of await listWorkspaces(
    await openProjection(documents, projections.workspaces),
  ))
    for (const { keyId, name, createdAt, expiresAt, revokedAt } of await listApiKeys(keys, id)) {
      if (expiresAt === null || revokedAt !== null) continue;
      const endMs = Date.parse(expiresAt);
      if (endMs < nowMs || endMs > nowMs + SOON_MS || endMs - Date.parse(createdAt) < LONG_LIVED_MS) continue;
      ending.push(`${name ?? keyId} of ${workspace} on ${expiresAt.slice(0, 10)}`);
    }
  if (ending.length === 0) return fine('none that was made for long ends within 14 days');
  return wrong(
    `these end soon: ${ending.join(', ')}`,
    'Make new ones (`postledger keys create`) and tell who uses them.',
  );
}
