// runs in: test:all
// timeout: 1800 s

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '../clients/run.ts';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { COMMAND_LINE } from '../support/project.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { agedFolder, longFolder } from './longFolder.ts';
import { upgradeUnderSends } from './underSends.ts';

/** A folder of 200,000 events whose read models are all of an older version, under a service that is in use all the time. */
const test = suite('read models are built anew under 50 sends a second');

const EVENTS = 200_000;

test('no send is refused, no read fails, and in the end all is as the log says', async () => {
  const folder = temporaryFolder();
  const env = {
    POSTLEDGER_DATA: join(folder.path, 'data'),
    POSTLEDGER_LOG_LEVEL: 'warn',
    POSTLEDGER_PACE_PER_SECOND: '1000',
    POSTLEDGER_PACE_PER_DAY: '1000000',
    POSTLEDGER_CONSOLE_PORT: `${await freePort()}`,
  };
  const made = await longFolder({ env }, EVENTS);
  const aged = await agedFolder({ env });
  const { refused, failedReads, notReady, progress, ...used } = await upgradeUnderSends(
    { env },
    made,
    900_000,
  );
  assert.equal([refused, failedReads, notReady], [[], [], []]);
  assert.ok(used.accepted > 0 && used.reads > 0);
  for (const name of aged) {
    const shares = progress.flatMap((building) => {
      const [, share] =
        Object.entries(building).find(([each]) => each.startsWith(`projection:${name}_v`)) ?? [];
      return share ?? [];
    });
    assert.ok(shares.length > 0, `/readyz never said that ${name} is built`);
    assert.equal(shares, [...shares].sort(), `${name} only goes on`);
  }
  assert.ok(
    progress.some((building) => Object.values(building).some((share) => share > 0 && share < 1)),
    'it says how far',
  );
  await verified(env);
  folder.remove();
});

/** The log and every read model, by the commands that operators use. */
async function verified(env: Readonly<Record<string, string>>): Promise<void> {
  const command = (...args: string[]) => run(process.execPath, [...COMMAND_LINE, ...args], { env });
  const service = await startServiceProcess({ env });
  await eventually('the log is sealed, and verifies', async () => {
    const { code, output } = await command('audit', 'verify');
    if (!/nothing was sealed yet/.test(output)) assert.is(code, 0, output);
    return code === 0;
  });
  assert.is(await service.stop(), 0);
  const { code, output } = await command('projections', 'verify');
  assert.is(code, 0, output);
}

test.run();
