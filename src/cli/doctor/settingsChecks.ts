import { connect } from 'node:net';
import { isLedgerOpen } from '../../adapters/embedded/log/ledgerLock.ts';
import { smppAddress } from '../../adapters/smpp/smppAddress.ts';
import type { Settings } from '../../config.ts';
import { httpAddress, recipientsUrl } from '../../main/options.ts';
import { type Check, type CheckResult, fine, wrong } from './check.ts';

const CONNECT_MS = 5_000;
const SERVICE_MS = 2_000;

/** Checks of settings that are valid one by one and still may not be what was meant. */
export function settingsChecks(settings: Settings): readonly Check[] {
  return [
    { name: 'settings', run: async () => engineSettings(settings) },
    {
      name: 'webhooks to private networks',
      run: async () => {
        const networks = settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS;
        return fine(networks === '' ? 'refused' : `ALLOWED to ${networks}: any customer can reach these`);
      },
    },
    carrierCheck(settings),
    linksCheck(settings),
    serviceCheck(settings),
  ];
}

function engineSettings(settings: Settings): CheckResult {
  const { EVENTSTORE_URL, MONGODB_URL } = settings;
  if (EVENTSTORE_URL === undefined && MONGODB_URL === undefined)
    return fine('embedded: one machine, no server');
  const [says, mend] = notShared(settings) ?? [];
  if (says !== undefined && mend !== undefined) {
    // A process with all roles needs nothing that others share.
    if (settings.POSTLEDGER_ROLES !== 'all') return wrong(says, mend);
    return fine(`${says}: right for one single process with all roles`);
  }
  if (settings.POSTLEDGER_MASTER_KEY === undefined)
    return wrong(
      'each machine would make a master key of its own',
      'Set the same POSTLEDGER_MASTER_KEY for every process.',
    );
  return fine('engines for all parts');
}

/** What several processes would have to share and do not, and what to set. */
function notShared({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }: Settings): [string, string] | null {
  if (MONGODB_URL === undefined)
    return [
      'the log is shared (EVENTSTORE_URL) but contents and read models are not (MONGODB_URL)',
      'Set MONGODB_URL, or run one single process.',
    ];
  if (EVENTSTORE_URL === undefined)
    return [
      'read models are shared (MONGODB_URL) but the log is not (EVENTSTORE_URL)',
      'Set EVENTSTORE_URL, or run all processes on one machine and data folder.',
    ];
  if (REDIS_URL === undefined)
    return [
      'several processes need one place for pace and leases (REDIS_URL)',
      'Set REDIS_URL, or run one single process.',
    ];
  return null;
}

/**
 * Where text messages go, and whether a server listens there. It does not bind: the service may need the only bind that
 * the carrier allows.
 */
function carrierCheck({ SMPP_URL, POSTLEDGER_DATA }: Settings): Check {
  return {
    name: 'text messages',
    run: async () => {
      if (SMPP_URL === undefined)
        return fine(`written to ${POSTLEDGER_DATA} as files; set SMPP_URL to send them`);
      const { host, port } = smppAddress(SMPP_URL);
      const failure = await connectFailure(host, port);
      return failure === null
        ? fine(`${host}:${port} takes connections; the log of the service reports its bind`)
        : wrong(
            `the carrier at ${host}:${port} cannot be reached: ${failure}`,
            'Correct SMPP_URL, or ask the carrier.',
          );
    },
  };
}

/** Null when the connection was established. */
function connectFailure(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (failure: string | null) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error) => end(error.message));
  });
}

/** Where the links in mail lead: RFC 8058 has mail programs unsubscribe at addresses of https alone. */
export function linksCheck(settings: Settings): Check {
  return {
    name: 'links in mail',
    run: async () => {
      const url = recipientsUrl(settings);
      if (url.startsWith('https://')) return fine(`lead to ${url}`);
      const says = `lead to ${url}: mail programs unsubscribe by one click only at an address of https`;
      const isLive = settings.SMTP_URL !== undefined || settings.POSTLEDGER_MAIL === 'mx';
      return isLive
        ? wrong(says, 'Set POSTLEDGER_TRACKING_URL to the address that recipients reach the service at.')
        : fine(says);
    },
  };
}

function serviceCheck(settings: Settings): Check {
  return {
    name: 'service',
    run: async () => {
      const url = readyzUrl(settings);
      const status = await readyzOf(settings);
      if (status === null) return fine(`nothing answers at ${url}`);
      const { EVENTSTORE_URL, POSTLEDGER_DATA } = settings;
      if (EVENTSTORE_URL === undefined && !isLedgerOpen(POSTLEDGER_DATA))
        return wrong(
          `something answers at ${url}, but no process has the ledger in ${POSTLEDGER_DATA} open`,
          'It is another program, or a service on other data: set POSTLEDGER_DATA and POSTLEDGER_PORT as it has them.',
        );
      return status === 200
        ? fine(`ready at ${url}`)
        : wrong(`${url} answers ${status}`, 'Read the log of the service.');
    },
  };
}

function readyzUrl({ POSTLEDGER_HOST: host, POSTLEDGER_PORT: port }: Settings): string {
  return `${httpAddress(host, port)}/readyz`;
}

/** The status with which a service of these settings answers; null where none does. */
export async function readyzOf(settings: Settings): Promise<number | null> {
  const signal = AbortSignal.timeout(SERVICE_MS);
  const answer = await fetch(readyzUrl(settings), { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}
