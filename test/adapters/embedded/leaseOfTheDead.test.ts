import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedLeases } from '../../../src/adapters/embedded/leases.ts';
import { manualClock } from '../../support/manualClock.ts';
import { seededIds } from '../../support/seededIds.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';

const test = suite('embedded leases of processes that are gone');
const HOLDER = fileURLToPath(new URL('./leaseHolder.ts', import.meta.url));

test('a lease dies with its process, however long its time was', async () => {
  const folder = temporaryFolder();
  const leases = openEmbeddedLeases(folder.path, { clock: wallClock, ids: seededIds() });
  for (let round = 0; round < 2; round++) {
    const holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, folder.path, 'sender'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    assert.is(said.toString().trim(), 'held');
    assert.is(await leases.acquire('sender', 1_000), null);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const lease = await leases.acquire('sender', 600_000);
    assert.ok(lease !== null);
    await lease?.release();
  }
  await leases.close();
  folder.remove();
});

test('a holder that renews no more loses its lease, and is told', async () => {
  const folder = temporaryFolder();
  const frozen = manualClock();
  const going = manualClock(frozen.nowMs() + 7_000);
  const one = openEmbeddedLeases(folder.path, { clock: frozen, ids: seededIds('one') });
  const two = openEmbeddedLeases(folder.path, { clock: going, ids: seededIds('two') });
  const lost = await one.acquire('sender', 6_000);
  const taken = await two.acquire('sender', 6_000);
  assert.ok(lost !== null && taken !== null);
  assert.not(lost?.lost.aborted);
  await frozen.advance(2_000);
  assert.ok(lost?.lost.aborted);
  assert.not(taken?.lost.aborted);
  await one.close();
  await two.close();
  folder.remove();
});

test.run();
