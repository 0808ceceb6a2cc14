import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { suppression, suppressionIdOf } from '../../src/events/suppression.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { openProjection } from '../../src/follow/fold/projection.ts';
import { followModels, type LiveModel, liveModel } from '../../src/follow/liveModel.ts';
import { followTail } from '../../src/follow/tail.ts';
import type { Collection } from '../../src/ports/documents.ts';
import { suppressionFilter } from '../../src/projections/suppressionFilter.ts';
import { type SuppressionDocument, suppressions } from '../../src/projections/suppressions.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { namesOfTests, seededIds } from '../support/seededIds.ts';

const WORKSPACE = '7a1f1a52-8f2e-4d0a-9d8a-2f4d5c6b7a80';
const ADDRESS = 'ann@customer.test';
const KEY = suppressionIdOf(namesOfTests, WORKSPACE, ADDRESS);

interface Context {
  store: ReturnType<typeof memoryEventStore>;
  collection: Collection<SuppressionDocument>;
  model: LiveModel<SuppressionDocument>;
  /** Appends what an operator decides; resolves with the recorded event. */
  decides(type: 'SuppressionAdded' | 'SuppressionRemoved', address?: string): Promise<RecordedEvent>;
  /** What the projector does, when it comes to it. */
  project(...events: RecordedEvent[]): Promise<void>;
}

const test = suite<Context>('read models read ahead of their projector');
test.before.each(async (context) => {
  const store = memoryEventStore();
  const collection = await openProjection(memoryDocuments(), suppressions);
  const parts = { clock: manualClock(), ids: seededIds() };
  const origin = { workspace: WORKSPACE, actor: 'operator', correlation: KEY, causation: null };
  const revisions = new Map<string, number>();
  Object.assign(context, {
    store,
    collection,
    model: liveModel(suppressions, collection),
    async decides(type: string, address = ADDRESS) {
      const stream = suppression.stream(suppressionIdOf(namesOfTests, WORKSPACE, address));
      const before = revisions.get(stream);
      const events = newEvents(parts, origin, [{ type, data: { address, reason: 'asked' } }]);
      const { revision } = await store.append(stream, before ?? 'no-stream', events);
      revisions.set(stream, revision);
      return store.log.at(-1);
    },
    project: (...events: RecordedEvent[]) => foldInto(suppressions, collection, events),
  });
});

test('an event that the projector has not met yet counts', async ({ model, decides }) => {
  const added = await decides('SuppressionAdded');
  assert.is(await model.get(KEY), null);
  model.take([added]);
  assert.is((await model.get(KEY))?.document.address, ADDRESS);
  assert.is((await model.get(KEY))?.position, added.position);
  model.take([await decides('SuppressionRemoved')]);
  assert.is(await model.get(KEY), null);
});

test('what the projector has met is not folded again', async ({ model, decides, project }) => {
  const added = await decides('SuppressionAdded');
  const removed = await decides('SuppressionRemoved');
  await project(added, removed);
  // Events come to this process later than to the projector.
  model.take([added]);
  assert.is(await model.get(KEY), null);
  model.take([removed]);
  assert.is(await model.get(KEY), null);
});

test('events that the documents have are forgotten, the others are not', async ({
  model,
  decides,
  project,
}) => {
  const first = await decides('SuppressionAdded');
  const second = await decides('SuppressionAdded', 'bob@customer.test');
  model.take([first]);
  model.take([second]);
  await project(first);
  model.forget(first.position);
  assert.is(model.size(), 1);
  const both = [KEY, suppressionIdOf(namesOfTests, WORKSPACE, 'bob@customer.test')];
  assert.is((await model.getMany(both)).size, 2);
});

test('a followed model has what the tail reads, until its documents have it', async (context) => {
  const { store, model, decides, project } = context;
  await decides('SuppressionAdded', 'earlier@customer.test');
  const clock = manualClock();
  const stop = new AbortController();
  let reached = await store.head();
  const checkpoints = { lowestOfEach: async () => new Map([[model.name, reached]]) };
  const tail = await followTail(store, model.types, stop.signal, () => {}, clock);
  followModels([model], { tail, checkpoints, clock }, stop.signal);
  const added = await decides('SuppressionAdded');
  await clock.advance(10_000);
  assert.is(model.size(), 1);
  assert.ok((await model.get(KEY)) !== null);
  await project(added);
  reached = added.position;
  await clock.advance(10_000);
  assert.is(model.size(), 0);
  assert.ok((await model.get(KEY)) !== null);
  stop.abort();
});

test('the filter never misses a suppression, and excludes most other addresses', async (context) => {
  const { collection, decides, project } = context;
  const filter = suppressionFilter();
  const idOf = (n: number) => suppressionIdOf(namesOfTests, WORKSPACE, `stranger${n}@customer.test`);
  assert.ok(filter.mayHold(idOf(1)), 'nothing is known of the stored ones yet');
  const stored: string[] = [];
  for (let n = 0; n < 500; n++) {
    const address = `stored${n}@customer.test`;
    stored.push(suppressionIdOf(namesOfTests, WORKSPACE, address));
    await project(await decides('SuppressionAdded', address));
  }
  filter.take(await decides('SuppressionAdded'));
  await filter.fill(collection, new AbortController().signal);
  for (const id of [...stored, KEY]) assert.ok(filter.mayHold(id));
  const taken = Array.from({ length: 20_000 }, (_, n) => idOf(n)).filter(filter.mayHold);
  assert.ok(taken.length < 5, `${taken.length} of 20,000 strangers are looked up`);
  filter.take(await decides('SuppressionAdded', 'later@customer.test'));
  assert.ok(filter.mayHold(suppressionIdOf(namesOfTests, WORKSPACE, 'later@customer.test')));
});

test.run();
