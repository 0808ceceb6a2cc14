import { promptTo } from './promptTo.ts';
import { client, MINUTE_MS, type Scenario, SECOND_MS, scenarioPlan, send, times } from './scenario.ts';

const healthy = client('healthy', ['healthy.test']);
const hosts = times(16, (at) => `hangs${at + 1}.test`);
const hanging = times(8, (at) => client(`hanging ${at + 1}`, hosts.slice(2 * at, 2 * at + 2)));
const after = times(5, (at) => `after-${at + 1}`);

/** Sixteen endpoints that never answer have a backlog of first attempts when the process is killed and starts again. */
export const hangingAfterRestart: Scenario = {
  name: 'a healthy endpoint next to 16 hanging ones after a restart',
  issue: 24,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 80 * SECOND_MS,
    calmMs: 30 * MINUTE_MS,
    clients: [healthy, ...hanging],
    receivers: [
      { host: 'healthy.test', behaviour: 'fast' },
      ...hosts.map((host) => ({ host, behaviour: 'hangs' as const })),
    ],
    plannedEvents: [
      send(healthy, 10 * SECOND_MS, 'before'),
      ...hanging.map((one, at) => send(one, 12 * SECOND_MS, `backlog-${at + 1}`, { recipients: 30 })),
      {
        ...{ of: 'process', do: 'kill', process: 'process 1', atMs: 30 * SECOND_MS },
        ...{ upon: 'now', againAfterMs: 1_000 },
      },
      ...after.map((key, at) => send(healthy, 31.6 * SECOND_MS + at * 200, key)),
    ],
  }),
  rule: promptTo('healthy.test', after),
};
