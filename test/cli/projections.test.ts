import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { BEFORE_ALL, BEGINNING, type Position } from '../../src/events/event.ts';
import { suppressionIdOf } from '../../src/events/suppression.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { collectionOf, openProjection } from '../../src/follow/fold/projection.ts';
import { openReadModelRecords } from '../../src/projections/olderVersions.ts';
import { suppressions } from '../../src/projections/suppressions.ts';
import { saveCheckpoints } from '../support/checkpoints.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const SUPPRESSIONS_LEASE = `model/${collectionOf(suppressions).name}`;

const projections = suite<{ cli: Terminal }>('projections');
let key = '';

projections.before.each(async (state) => {
  state.cli = await terminal();
  key = suppressionIdOf(state.cli.ledger.ids, workspaceInTerminal('default'), 'ann@example.org');
  await state.cli.run('workspaces create default');
  await state.cli.run('suppressions add ann@example.org');
});

projections('status says how far each lags', async ({ cli }) => {
  const before = await cli.json('projections status');
  const lagOf = (data: { projections: { name: string; behind: number }[] }) =>
    data.projections.find(({ name }) => name === 'suppressions')?.behind;
  assert.is(lagOf(before.data), 1);
  await cli.run('suppressions list');
  assert.is(lagOf((await cli.json('projections status')).data), 0);
});

projections('status shows an older version while it answers, and since when it does not', async ({ cli }) => {
  await cli.run('suppressions list');
  const older = { ...suppressions, version: 0 };
  const records = await openReadModelRecords(cli.documents);
  const { name, indexes } = collectionOf(older);
  const remember = (position: Position, supersededAt: string | null) =>
    records.writeMany([{ key: name, position, document: { indexes, supersededAt } }]);
  await cli.documents.collection({ name, indexes });
  await remember(BEFORE_ALL, null);
  const position = positionAt(2);
  const checkpoints = await openCheckpoints(cli.documents, 2);
  const both = [0, 1].map((partition) => [partition, position] as const);
  await saveCheckpoints(checkpoints, 'projection:suppressions_v0', new Map(both));
  const found = async () =>
    (await cli.json('projections status')).data.projections.find(
      (each: { name: string }) => each.name === 'suppressions',
    ).older;
  assert.equal(await found(), [{ version: 0, position, supersededAt: null }]);
  assert.match((await cli.run('projections status')).stdout, `v0 answers as of ${Number(position)}`);
  await remember(position, '2026-01-01T00:00:00.000Z');
  assert.match((await cli.run('projections status')).stdout, 'v0, unused since 2026-01-01T00:00:00.000Z');
});

projections(
  'verify finds nothing wrong with what the log says, and leaves nothing in the documents',
  async ({ cli }) => {
    const { exitCode, data } = await cli.json('projections verify');
    assert.is(exitCode, 0);
    assert.ok(data.every(({ different }: { different: string[] }) => different.length === 0));
    assert.not.ok((await cli.documents.list()).some((name) => name.endsWith('_scratch')));
  },
);

projections(
  'verify finds a document that is wrong, missing or too many; rebuild mends it',
  async ({ cli }) => {
    await cli.run('suppressions list');
    const collection = await cli.documents.collection(collectionOf(suppressions));
    const stored = await collection.get(key);
    const beyond = positionAt(Number(stored?.position) + 1);
    const damages = [
      { key, position: beyond, document: { address: 'forged@example.org' } },
      { key, position: beyond, document: null },
      { key: 'never', position: positionAt(1), document: { address: 'never@example.org' } },
    ];
    for (const damage of damages) {
      const damaged = await cli.documents.collection<object>(collectionOf(suppressions));
      await damaged.writeMany([damage]);
      const { exitCode, data } = await cli.json('projections verify suppressions');
      assert.is(exitCode, 5);
      assert.equal(data[0].different, [damage.key]);
      assert.is((await cli.run('projections rebuild suppressions')).exitCode, 0);
      assert.is((await cli.run('projections verify')).exitCode, 0);
      const mended = await openProjection(cli.documents, suppressions);
      assert.is((await mended.get(key))?.document.address, 'ann@example.org');
    }
  },
);

projections('rebuild keeps the checkpoints of the rest', async ({ cli }) => {
  await cli.run('projections verify');
  await cli.run('projections rebuild suppressions');
  const { data } = await cli.json('projections status');
  assert.ok(data.projections.every(({ position }: { position: string }) => position > BEGINNING));
});

projections('rebuild names the lease that a service does not give back', async ({ cli }) => {
  cli.leased.add('projector/1of2');
  const { exitCode, stderr } = await cli.run('projections rebuild');
  assert.is(exitCode, 4);
  assert.match(stderr, 'does not give way: it holds the lease projector/1of2');
  assert.equal([...cli.leased], ['projector/1of2'], 'what was taken is given back');
});

projections('one rebuild at a time', async ({ cli }) => {
  cli.leased.add('projector/whole');
  const { exitCode, stderr } = await cli.run('projections rebuild');
  assert.is(exitCode, 4);
  assert.match(stderr, 'another command holds the read models');
});

projections('of two that rebuild or verify one read model the second says so at once', async ({ cli }) => {
  cli.leased.add(SUPPRESSIONS_LEASE);
  for (const command of ['rebuild', 'verify', 'rebuild suppressions']) {
    const { exitCode, stderr } = await cli.run(`projections ${command}`);
    assert.is(exitCode, 4);
    assert.match(stderr, 'another command rebuilds or verifies the read model suppressions: try again');
  }
  assert.is((await cli.run('projections rebuild contacts')).exitCode, 0, 'the others are free');
  assert.equal([...cli.leased], [SUPPRESSIONS_LEASE], 'what was taken is given back');
});

projections(
  'what commands left that were broken off is dropped, of any version, but for those that run',
  async ({ cli }) => {
    const leftovers = () =>
      cli.documents.list().then((names) => names.filter((name) => /_(scratch|next)$/.test(name)));
    const own = collectionOf(suppressions).name;
    for (const command of ['verify suppressions', 'rebuild suppressions']) {
      for (const name of [
        `${own}_scratch`,
        `${own}_next`,
        'old_v3_scratch',
        'old_v12_next',
        'running_v2_scratch',
      ])
        await cli.documents.collection({ name, indexes: {} });
      cli.leased.add('model/running_v2');
      assert.is((await cli.run(`projections ${command}`)).exitCode, 0);
      assert.equal(await leftovers(), ['running_v2_scratch'], command);
      assert.equal([...cli.leased], ['model/running_v2'], 'what was taken is given back');
    }
  },
);

projections('what a command appends amid an exchange is in the new read model', async ({ cli }) => {
  const { replace } = cli.documents;
  let created = Promise.resolve({ exitCode: 1 });
  Object.assign(cli.documents, {
    replace: async (pairs: Parameters<typeof replace>[0]) => {
      created = cli.run('keys create --scopes all --name raced');
      // It comes as far as it can: to its end, were it not for the lease.
      for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
      await replace(pairs);
    },
  });
  assert.is((await cli.run('projections rebuild')).exitCode, 0);
  assert.is((await created).exitCode, 0);
  const { data } = await cli.json('keys list');
  assert.equal(
    data.map(({ name }: { name: string }) => name),
    ['raced'],
  );
  assert.is((await cli.run('projections verify')).exitCode, 0);
});

projections('an unknown read model is named', async ({ cli }) => {
  const { exitCode, stderr } = await cli.run('projections verify nonsense');
  assert.is(exitCode, 3);
  assert.match(stderr, 'there is no read model nonsense');
});

projections.run();
