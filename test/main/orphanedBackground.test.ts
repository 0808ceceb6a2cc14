// runs in: test:all

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeArguments, ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('a background whose parent is gone');

const [entry = '', ...before] = [...nodeArguments('src/main/background/backgroundProcess')].reverse();
const ENDS_WITHIN_MS = 25_000;

/** Resolves with whether the process ended in time; it is gone afterwards. */
async function endsInTime(child: ChildProcess): Promise<boolean> {
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  const [, signal] = await once(child, 'exit');
  clearTimeout(late);
  return signal === null;
}

for (const [when, afterMs] of [
  ['before it has loaded', 0],
  ['while its start waits for the log', 4_000],
] as const)
  test(`ends when that goes ${when}`, async () => {
    const folder = temporaryFolder();
    // A log that takes connections and never answers: the start waits for it for as long as that lasts.
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const child = fork(entry, [], {
      cwd: ROOT,
      execArgv: before.toReversed(),
      env: {
        PATH: process.env.PATH,
        POSTLEDGER_DATA: join(folder.path, 'data'),
        POSTLEDGER_ROLES: 'projector,sender,dispatcher',
        POSTLEDGER_LOG_LEVEL: 'silent',
        EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    assert.is(child.exitCode, null);
    child.disconnect();
    assert.ok(await endsInTime(child), 'it went on without its parent');
    silent.close();
    folder.remove();
  });

test.run();
