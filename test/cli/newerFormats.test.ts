// runs in: test:all

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { openDependencies } from '../../src/cli/openDependencies.ts';
import { runCli } from '../../src/cli/run.ts';
import { begunLedger } from '../support/begunLedger.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('a command on files of a newer version');

for (const [name, says] of [
  [
    'read-models.sqlite',
    /read-models\.sqlite has the format 9, and this version knows 2: start the version that wrote it, or move the file away, and the read models are built again\.$/,
  ],
  ['ledger.sqlite', /ledger\.sqlite was written by a newer version \(format 9; this one knows 4\)/],
] as const)
  test(`${name}: says so in one sentence`, async () => {
    const folder = temporaryFolder();
    const command = async () => {
      let stderr = '';
      const exitCode = await runCli(['workspaces', 'list'], {
        env: { POSTLEDGER_DATA: folder.path },
        stdout: () => {},
        stderr: (text) => {
          stderr += text;
        },
        isWatched: false,
        open: openDependencies,
      });
      return { exitCode, stderr };
    };
    await begunLedger({ POSTLEDGER_DATA: folder.path });
    assert.equal(await command(), { exitCode: 0, stderr: '' });
    const db = openSqlite(join(folder.path, name), { busyTimeoutMs: 1_000 });
    db.exec('PRAGMA user_version = 9');
    db.close();
    const { exitCode, stderr } = await command();
    assert.is(exitCode, 1);
    assert.is(stderr.trimEnd().split('\n').length, 1, stderr);
    assert.match(stderr.trimEnd(), says);
    folder.remove();
  });

test.run();
