// runs in: test:all

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FolderNotEmpty, fillMonth } from '../../demo/month/fillMonth.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const month = suite('issue 54: a month of a shop');
const OPTIONS = { seed: 3, untilMs: Date.parse('2026-03-01T09:00:00Z'), days: 3 };

month(
  'it fills a folder that audit verify and the read models agree with, the same from the same seed',
  async () => {
    const folder = temporaryFolder();
    const [data, again] = [join(folder.path, 'data'), join(folder.path, 'again')];
    const { events } = await fillMonth(data, OPTIONS);
    await fillMonth(again, OPTIONS);
    const verified = async (path: string) => {
      const { exitCode, stdout } = await cliProcess({ POSTLEDGER_DATA: path }, 'audit', 'verify', '--json');
      assert.is(exitCode, 0, stdout);
      return JSON.parse(stdout) as { readonly root: string };
    };
    const [one, other] = [await verified(data), await verified(again)];
    assert.is(one.root, other.root);
    assert.ok(events > 1_000, `${events} events`);
    const env = { POSTLEDGER_DATA: data };
    const models = await cliProcess(env, 'projections', 'verify', '--json');
    assert.is(models.exitCode, 0, models.stdout);
    const verdicts = JSON.parse(models.stdout) as readonly {
      readonly name: string;
      readonly documents: number;
    }[];
    for (const name of ['daily_analytics', 'messages', 'campaigns', 'webhook_deliveries', 'suppressions'])
      assert.ok((verdicts.find((one) => one.name === name)?.documents ?? 0) > 0, name);
    folder.remove();
  },
);

month('what is in a folder already stays as it is', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder.path, 'notes.txt'), 'mine');
  let refused: unknown;
  await fillMonth(folder.path, OPTIONS).catch((error: unknown) => {
    refused = error;
  });
  assert.instance(refused, FolderNotEmpty);
  folder.remove();
});

month.run();
