// runs in: test:all
// timeout: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { begunLedger } from '../support/begunLedger.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cliProcess } from './cliProcess.ts';

const race = suite('rebuilds next to other commands');
const folder = temporaryFolder();
const env = { POSTLEDGER_DATA: folder.path, POSTLEDGER_LOG_LEVEL: 'error' };

race.after(() => folder.remove());

/** Creates keys, one command after another, until the work is done; resolves with their ids. */
async function creatingKeys(work: Promise<unknown>): Promise<string[]> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  const ids: string[] = [];
  while (!isOver) {
    const { exitCode, stdout, stderr } = await cliProcess(env, 'keys', 'create', '--scopes', 'all', '--json');
    assert.is(exitCode, 0, stderr);
    ids.push((JSON.parse(stdout) as { id: string }).id);
  }
  return ids;
}

/** Two rebuilds at once, while commands append and fold. */
async function prove(): Promise<void> {
  const rebuilds = Promise.all([
    cliProcess(env, 'projections', 'rebuild'),
    cliProcess(env, 'projections', 'rebuild'),
  ]);
  const [one, other] = await Promise.all([creatingKeys(rebuilds), creatingKeys(rebuilds)]);
  const ended = await rebuilds;
  assert.equal(ended.map(({ exitCode }) => exitCode).sort(), [0, 4]);
  const refused = ended.find(({ exitCode }) => exitCode === 4);
  assert.match(refused?.stderr ?? '', /another command rebuilds or verifies the read model \w+: try again/);
  const listed = await cliProcess(env, 'keys', 'list', '--json');
  const known = new Set((JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id));
  assert.equal(
    [...one, ...other].filter((id) => !known.has(id)),
    [],
    'no key is lost',
  );
  const verified = await cliProcess(env, 'projections', 'verify');
  assert.is(verified.exitCode, 0, verified.stdout);
}

race('without a service: the second says so, and nothing is lost', async () => {
  await begunLedger(env);
  await cliProcess(env, 'workspaces', 'create', 'default');
  await prove();
});

race('next to a running service: the same', async () => {
  const service = await startServiceProcess({ env });
  try {
    await prove();
  } finally {
    await service.stop();
  }
});

race.run();
