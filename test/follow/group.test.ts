import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BEGINNING } from '../../src/events/event.ts';
import { partitionOf } from '../../src/events/partitionOf.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { projectionConsumerName } from '../../src/follow/fold/projection.ts';
import { DocumentsUnavailable } from '../../src/ports/documents.ts';
import { loadCheckpoint } from '../support/checkpoints.ts';
import { counting, groupFixture, type TestedModel } from './runningGroup.ts';

const test = suite('groups of read models');

const [people, places, sums] = [counting('people'), counting('places'), counting('sums')];
const [one, two] = [{ projection: people }, { projection: places }];
const tagIn = (partition: number, partitions: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].find((tag) => partitionOf(tag, partitions) === partition) ?? '';

/** A model whose writes fail while the state says so. */
const failing = (projection: TestedModel['projection'], state: { readonly fails: boolean }): TestedModel => ({
  projection,
  write: async (write) => {
    if (state.fails) throw new Error('cannot be folded');
    await write();
  },
});

function closedGate() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open };
}

/** Two read models have folded so much and stopped; then they run with a third, new one, whose writes wait for `open`. */
async function withNewOne(count: number) {
  const fixture = groupFixture();
  const first = await fixture.run([one, two]);
  await fixture.note(count, 'a');
  await fixture.clock.advance(2_000);
  await first.stop();
  const { gate, open } = closedGate();
  const write: TestedModel['write'] = async (go) => {
    await gate;
    await go();
  };
  return { fixture, second: await fixture.run([one, two, { projection: sums, write }]), open };
}

/** The checkpoint documents that there are, by consumer, with what they name. */
async function stored({ documents }: ReturnType<typeof groupFixture>) {
  const found: Record<string, readonly string[]> = {};
  const collection = await documents.collection<{ consumer: string; names: readonly string[] }>({
    name: 'checkpoints',
    indexes: {},
  });
  for await (const { document } of collection.scan()) found[document.consumer] = document.names;
  return found;
}

test('models that stand at the same place have one checkpoint, which names them', async () => {
  const fixture = groupFixture();
  const running = await fixture.run([one, two]);
  await fixture.note(5, 'a');
  await fixture.clock.advance(2_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [5, 5]);
  assert.equal(await stored(fixture), { 'read-models': ['projection:people_v1', 'projection:places_v1'] });
  const head = await fixture.store.head();
  for (const { projection } of [one, two])
    assert.is(await loadCheckpoint(running.checkpoints, projectionConsumerName(projection), 0), head);
  await running.stop();
});

test('what no one waits for is folded at the tick, all that has come at once, and no checkpoint passes it before', async () => {
  const fixture = groupFixture();
  let writes = 0;
  const slow: TestedModel = {
    ...{ projection: sums, mayWait: true },
    write: async (write) => {
      writes++;
      await write();
    },
  };
  const running = await fixture.run([one, slow]);
  // From the first event on both have been at the log's end.
  await fixture.note(1, 'a');
  await fixture.clock.advance(2_010);
  writes = 0;
  for (let n = 0; n < 10; n++) {
    await fixture.note(1, 'a');
    await fixture.clock.advance(20);
  }
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(sums, 'a')], [11, 1]);
  assert.is(running.saver.reached('projection:people_v1').get(0), await fixture.store.head());
  assert.ok((running.saver.reached('projection:sums_v1').get(0) ?? 'z') < (await fixture.store.head()));
  await fixture.clock.advance(60);
  assert.equal([await fixture.countOf(sums, 'a'), writes], [11, 1]);
  assert.is(running.saver.reached('projection:sums_v1').get(0), await fixture.store.head());
  assert.is(running.lags.get('read-models'), 0);
  await running.stop();
});

test('a backlog is folded without a pause, also of what no one waits for', async () => {
  const fixture = groupFixture();
  await fixture.note(2_500, 'a');
  const slow: TestedModel = { projection: sums, mayWait: true };
  const running = await fixture.run([one, slow]);
  // Less than a tick.
  await fixture.clock.advance(20);
  assert.is(await fixture.countOf(sums, 'a'), 2_500);
  await fixture.clock.advance(2_000);
  // Two ticks for what is more than four batches: only where the log ends it waits for the next one.
  await fixture.note(4_500, 'a');
  await fixture.clock.advance(500);
  assert.is(await fixture.countOf(sums, 'a'), 7_000);
  await running.stop();
  assert.is(await loadCheckpoint(running.checkpoints, 'projection:sums_v1', 0), await fixture.store.head());
});

test('what no one waits for gives way while what others wait for catches up', async () => {
  const fixture = groupFixture();
  await fixture.note(20_000, 'a');
  let restThen: number | null = null;
  const awaited: TestedModel = {
    projection: people,
    write: async (write) => {
      await write();
      if ((await fixture.countOf(people, 'a')) === 20_000) restThen ??= await fixture.countOf(sums, 'a');
    },
  };
  const running = await fixture.run([awaited, { projection: sums, mayWait: true }]);
  await fixture.clock.advance(1_000);
  assert.ok((restThen ?? 20_000) <= 10_000, `${restThen} of the rest were folded by then`);
  assert.is(await fixture.countOf(sums, 'a'), 20_000);
  await running.stop();
});

test('one that others wait for and that fails lets the rest go on', async () => {
  const fixture = groupFixture();
  await fixture.note(10_000, 'a');
  const running = await fixture.run([failing(people, { fails: true }), { projection: sums, mayWait: true }]);
  await fixture.clock.advance(1_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(sums, 'a')], [0, 10_000]);
  await running.stop();
});

test('one that fails leaves, delays no other, and joins again when it has caught up', async () => {
  const fixture = groupFixture();
  const state = { fails: false };
  const faulty = failing(places, state);
  const running = await fixture.run([one, faulty]);
  await fixture.note(3, 'a');
  await fixture.clock.advance(2_000);
  state.fails = true;
  await fixture.note(3, 'a');
  await fixture.clock.advance(20_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [6, 3]);
  const head = await fixture.store.head();
  assert.is(await loadCheckpoint(running.checkpoints, 'projection:people_v1', 0), head);
  assert.ok((await loadCheckpoint(running.checkpoints, 'projection:places_v1', 0)) < head);
  assert.equal(
    (await stored(fixture))['read-models'],
    ['projection:people_v1'],
    'struck from the checkpoint of the group',
  );
  assert.ok(running.faults.length > 2 && running.faults.every((name) => name === 'projection:places_v1'));
  assert.ok((running.lags.get('projection:places_v1') ?? 0) > 10, 'its own lag tells');
  assert.is(running.lags.get('read-models'), 0);
  state.fails = false;
  await fixture.clock.advance(6_000);
  await fixture.note(1, 'a');
  await fixture.clock.advance(2_000);
  assert.is(await fixture.countOf(places, 'a'), 7);
  assert.equal((await stored(fixture))['read-models'], ['projection:people_v1', 'projection:places_v1']);
  await running.stop();
});

test('one whose writes hang delays the others for some seconds and no longer', async () => {
  const fixture = groupFixture();
  const { gate, open } = closedGate();
  const state = { hangs: false };
  const hanging: TestedModel = {
    projection: places,
    write: async (write) => {
      if (state.hangs) await gate;
      await write();
    },
  };
  const running = await fixture.run([one, hanging]);
  await fixture.note(3, 'a');
  await fixture.clock.advance(2_000);
  state.hangs = true;
  await fixture.note(1, 'a');
  await fixture.clock.advance(1);
  await fixture.note(1, 'a');
  await fixture.clock.advance(7_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [5, 3]);
  state.hangs = false;
  open();
  await fixture.note(1, 'a');
  await fixture.clock.advance(2_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [6, 6]);
  assert.equal((await stored(fixture))['read-models']?.length, 2);
  await running.stop();
});

test('a store that is away is no fault of a read model: the group tries again', async () => {
  const fixture = groupFixture();
  const state = { away: true };
  const write: TestedModel['write'] = async (go) => {
    if (state.away) throw new DocumentsUnavailable('away');
    await go();
  };
  const running = await fixture.run([one, { ...two, write }]);
  await fixture.note(3, 'a');
  await fixture.clock.advance(5_000);
  assert.is(await fixture.countOf(places, 'a'), 0);
  assert.ok(running.faults.length > 0 && running.faults.every((name) => name === 'read-models'));
  state.away = false;
  await fixture.clock.advance(6_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [3, 3]);
  assert.equal(Object.keys(await stored(fixture)), ['read-models']);
  await running.stop();
});

test('while the store is away what waits does not grow', async () => {
  const fixture = groupFixture();
  let tries = 0;
  let folded = 0;
  let most = 0;
  const state = { away: true };
  const projection: TestedModel['projection'] = {
    ...sums,
    fold(...event) {
      folded++;
      return sums.fold(...event);
    },
  };
  const slow: TestedModel = {
    ...{ projection, mayWait: true },
    write: async (write) => {
      tries++;
      most = Math.max(most, folded);
      folded = 0;
      if (state.away) throw new DocumentsUnavailable('away');
      await write();
    },
  };
  const running = await fixture.run([slow]);
  await fixture.note(1_500, 'a');
  await fixture.clock.advance(120_000);
  assert.ok(tries > 10);
  assert.ok(most <= 2_000, `${most} events wait`);
  state.away = false;
  await fixture.clock.advance(10_000);
  assert.is(await fixture.countOf(sums, 'a'), 1_500);
  await running.stop();
});

test('a new read model is folded alone while the others go on, and joins them', async () => {
  const { fixture, second, open } = await withNewOne(4_000);
  await fixture.note(1, 'a');
  await fixture.clock.advance(2_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(sums, 'a')], [4_001, 0]);
  open();
  await fixture.clock.advance(2_000);
  assert.is(await fixture.countOf(sums, 'a'), 4_001);
  await fixture.note(1, 'a');
  await fixture.clock.advance(2_000);
  assert.equal((await stored(fixture))['read-models']?.length, 3);
  await second.stop();
});

test('one that joins while checkpoints pause has its own saved before, though nothing happens any more', async () => {
  const { fixture, second, open } = await withNewOne(1_500);
  await fixture.clock.advance(2_000);
  await fixture.note(1, 'a');
  await fixture.clock.advance(1);
  second.saver.soon();
  await fixture.clock.advance(1);
  open();
  await fixture.clock.advance(1);
  await fixture.clock.advance(60_000);
  assert.is(await second.checkpoints.lowest('projection:sums_v1'), await fixture.store.head());
  await second.stop();
});

test('a stop comes to its end also where one that is folded alone has caught up after its group has ended', async () => {
  const { fixture, second, open } = await withNewOne(10);
  await fixture.clock.advance(2_000);
  let hasStopped = false;
  const stopping = second.stop().then(() => {
    hasStopped = true;
  });
  await fixture.clock.advance(1_000);
  assert.not(hasStopped, 'what is being folded is written before');
  open();
  await fixture.clock.advance(1_000);
  assert.ok(hasStopped);
  await stopping;
  assert.is(await fixture.countOf(sums, 'a'), 10);
});

test('after a crash each begins at the highest checkpoint that names it: nothing is lost, nothing folded twice', async () => {
  const fixture = groupFixture();
  const state = { fails: true };
  const faulty = failing(places, state);
  const first = await fixture.run([one, faulty]);
  await fixture.note(50, 'a');
  await fixture.clock.advance(3_000);
  await first.end();
  state.fails = false;
  const second = await fixture.run([one, faulty]);
  await fixture.note(50, 'a');
  await fixture.clock.advance(3_000);
  assert.equal([await fixture.countOf(people, 'a'), await fixture.countOf(places, 'a')], [100, 100]);
  await second.stop();
});

test('an earlier version that the checkpoint still names keeps its place when the group goes on without it', async () => {
  const fixture = groupFixture();
  const older = counting('places', 1);
  const first = await fixture.run([one, { projection: older }]);
  await fixture.note(10, 'a');
  await fixture.clock.advance(2_000);
  const before = await fixture.store.head();
  await first.stop();
  const second = await fixture.run([one, { projection: counting('places', 2) }]);
  await fixture.note(10, 'a');
  await fixture.clock.advance(3_000);
  const checkpoints = await openCheckpoints(fixture.documents, 1);
  assert.is(await checkpoints.lowest('projection:places_v1'), before);
  assert.is(await checkpoints.lowest('projection:places_v2'), await fixture.store.head());
  assert.is(await fixture.countOf(counting('places', 2), 'a'), 20);
  await second.stop();
});

test('of most read models a new version is folded: how far is saved on the way, and what stands at the end stays there', async () => {
  const fixture = groupFixture();
  const first = await fixture.run([one, two, { projection: sums }]);
  await fixture.note(2_500, 'a');
  await fixture.clock.advance(3_000);
  await first.stop();
  const head = await fixture.store.head();
  const { gate, open } = closedGate();
  let writes = 0;
  // One batch is folded, the next one hangs.
  const write: TestedModel['write'] = async (go) => {
    if (++writes > 2) await gate;
    await go();
  };
  const raised = [counting('people', 2), counting('places', 2)].map((projection) => ({ projection, write }));
  const second = await fixture.run([...raised, { projection: sums }]);
  await fixture.clock.advance(2_000);
  const { lowest } = second.checkpoints;
  for (const name of ['people', 'places']) {
    const reached = await lowest(`projection:${name}_v2`);
    assert.ok(reached > BEGINNING && reached < head, `${name} is at ${reached}`);
    assert.is(await lowest(`projection:${name}_v1`), head);
  }
  assert.is(await lowest('projection:sums_v1'), head);
  open();
  await fixture.clock.advance(3_000);
  assert.is(await lowest('projection:places_v2'), head);
  assert.is(await fixture.countOf(counting('places', 2), 'a'), 2_500);
  await second.stop();
});

test('only documents of partitions that are held are folded, until the others are held too', async () => {
  const fixture = groupFixture(2);
  const [mine, theirs] = [tagIn(0, 2), tagIn(1, 2)];
  const held = new Set([0]);
  const running = await fixture.run([one, { ...two, mayWait: true }], () => new Set(held));
  await fixture.note(50, mine, theirs);
  await fixture.note(50, theirs);
  await fixture.clock.advance(1_000);
  const counts = async () =>
    Promise.all(
      [people, places].flatMap((model) => [mine, theirs].map((tag) => fixture.countOf(model, tag))),
    );
  assert.equal(await counts(), [50, 0, 50, 0]);
  held.add(1);
  await fixture.clock.advance(1_000);
  assert.equal(await counts(), [50, 100, 50, 100]);
  await running.stop();
});

test.run();
