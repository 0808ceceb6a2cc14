// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const test = suite<{ cli: Terminal }>('listings');

test.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
});

const workspace = workspaceInTerminal('default');
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const atMs = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const place = (at: number) => ({
  key: `k${String(at).padStart(6, '0')}`,
  position: positionAt(BigInt('9'.repeat(20))),
});

test('every key is listed, also those made at one moment', async ({ cli }) => {
  const key = { hash: 'h', name: null, scopes: [], expiresAt: null, revokedAt: null };
  await cli.models.apiKeys.writeMany(
    upTo(2_300).map((at) => ({
      ...place(at),
      document: { ...key, keyId: place(at).key, workspace, createdAt: atMs(Math.floor(at / 1_000)) },
    })),
  );
  const { data } = await cli.json('keys list');
  assert.equal(
    data.map(({ id }: { id: string }) => id),
    upTo(2_300).map((at) => place(at).key),
  );
});

test('every workspace is listed', async ({ cli }) => {
  await cli.models.workspaces.writeMany(
    upTo(10_100).map((at) => ({
      ...place(at),
      document: { id: place(at).key, name: `w${at}`, pace: null, suspended: null, openedAt: atMs(0) },
    })),
  );
  assert.is((await cli.json('workspaces list')).data.length, 10_101);
});

test('deliveries are listed up to the limit, and it is said that there are more', async ({ cli }) => {
  const delivery = {
    ...{ workspace, endpointId: 'e', eventId: 'v', kind: 'delivered', subjectId: 's' },
    ...{ status: 'pending' as const, attempts: 0, lastAttemptAt: null, lastStatus: null, lastReason: null },
    nextAttemptAt: null,
    pendingSince: null,
  };
  await cli.models.webhookDeliveries.writeMany(
    upTo(1_200).map((at) => ({ ...place(at), document: { ...delivery, scheduledAt: atMs(at) } })),
  );
  const listed = async (options: string) => {
    const { stdout, stderr } = await cli.run(`webhooks deliveries --json ${options}`);
    const ids: string[] = JSON.parse(stdout).map(({ id }: { id: string }) => id);
    assert.equal(
      ids,
      upTo(ids.length).map((at) => place(1_199 - at).key),
    );
    return { count: ids.length, said: stderr };
  };
  assert.equal(await listed('--limit 1200'), { count: 1_200, said: '' });
  assert.equal(await listed('--limit 9999999'), { count: 1_200, said: '' });
  const more = (limit: number) => ({
    count: limit,
    said: `postledger: there are more than these ${limit}: see --limit.\n`,
  });
  assert.equal(await listed('--limit 1199'), more(1_199));
  assert.equal(await listed('--limit 1'), more(1));
  assert.equal(await listed('--status pending'), more(50));
});

test.run();
