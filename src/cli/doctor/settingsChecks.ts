import type { Settings } from '../../config.ts';
import { carrierCheck } from './carrierCheck.ts';
import { type Check, fine, wrong } from './check.ts';
import { intakeCheck } from './intakeCheck.ts';
import { linksCheck } from './linksCheck.ts';

/** Looks at settings that are valid one by one and still may not be what was meant. */
export function settingsChecks(settings: Settings): readonly Check[] {
  return [
    {
      name: 'settings',
      run: async () => {
        const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL } = settings;
        if (EVENTSTORE_URL !== undefined && MONGODB_URL === undefined) {
          const says =
            'the log is shared (EVENTSTORE_URL) but contents and read models are not (MONGODB_URL)';
          return wrong(says, 'Set MONGODB_URL, or run one single process.');
        }
        if (MONGODB_URL !== undefined && EVENTSTORE_URL === undefined) {
          const says = 'read models are shared (MONGODB_URL) but the log is not (EVENTSTORE_URL)';
          return wrong(says, 'Set EVENTSTORE_URL, or run all processes on one machine and data folder.');
        }
        if (EVENTSTORE_URL !== undefined && REDIS_URL === undefined) {
          const says = 'several processes need one place for pace and leases (REDIS_URL)';
          return wrong(says, 'Set REDIS_URL, or run one single process.');
        }
        if (EVENTSTORE_URL !== undefined && settings.POSTLEDGER_MASTER_KEY === undefined) {
          const says = 'each machine would make a master key of its own';
          return wrong(says, 'Set the same POSTLEDGER_MASTER_KEY for every process.');
        }
        return fine(
          EVENTSTORE_URL === undefined ? 'embedded: one machine, no server' : 'engines for all parts',
        );
      },
    },
    {
      name: 'webhooks to private networks',
      run: async () => {
        const networks = settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS;
        return fine(networks === '' ? 'refused' : `ALLOWED to ${networks}: any customer can reach these`);
      },
    },
    carrierCheck(settings),
    ...intakeCheck(settings, Date.now()),
    linksCheck(settings),
    {
      name: 'service',
      run: async () => {
        const host = settings.POSTLEDGER_HOST.includes(':')
          ? `[${settings.POSTLEDGER_HOST}]`
          : settings.POSTLEDGER_HOST;
        const url = `http://${host}:${settings.POSTLEDGER_PORT}/readyz`;
        const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
        if (answer === null) return fine(`nothing answers at ${url}`);
        await answer.body?.cancel();
        return answer.ok
          ? fine(`ready at ${url}`)
          : wrong(`${url} answers ${answer.status}`, 'Look into the log of the service.');
      },
    },
  ];
}
