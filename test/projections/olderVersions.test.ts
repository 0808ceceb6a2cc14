import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import {
  type AnyProjection,
  openProjection,
  projectionConsumerName,
} from '../../src/follow/fold/projection.ts';
import { dropOlderVersions } from '../../src/projections/dropOlder.ts';
import { furthestVersions, olderVersions, recordReadModels } from '../../src/projections/olderVersions.ts';
import { versionSwitch } from '../../src/projections/versionSwitch.ts';
import { saveCheckpoints } from '../support/checkpoints.ts';
import { manualClock } from '../support/manualClock.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('older versions of a read model');
const DAY_MS = 24 * 3_600_000;
const at = positionAt;
const people = (version: number, name = 'people'): AnyProjection => ({
  name,
  version,
  types: ['Seen'],
  indexes: { byCity: ['city'] },
  keys: ({ stream }: RecordedEvent) => [stream],
  fold: (_, { data }) => data as object,
});

/** Versions that were folded so far, each with one document that says which it is. */
async function folded(reached: Readonly<Record<number, number>>) {
  const documents = memoryDocuments();
  const checkpoints = await openCheckpoints(documents, 1);
  const fold = async (version: number, n: number) => {
    await recordReadModels(documents, [people(version)]);
    const collection = await openProjection(documents, people(version));
    await collection.writeMany([
      { key: 'ann', position: at(n), document: { city: `Ulm ${version}`, version } },
    ]);
    await saveCheckpoints(checkpoints, projectionConsumerName(people(version)), new Map([[0, at(n)]]));
  };
  for (const [version, n] of Object.entries(reached)) await fold(Number(version), n);
  return { documents, checkpoints, fold };
}

for (const [says, reached, chosen] of [
  ['the only one', { 1: 5 }, 1],
  ['the one that was folded furthest, not a newer one that never was whole', { 1: 9, 2: 3 }, 1],
  ['the newer of two that know the same', { 1: 9, 2: 9 }, 2],
  ['none where the newest knows as much', { 1: 9, 3: 9 }, null],
  ['none that was never folded', {}, null],
] as const)
  test(`chosen is ${says}`, async () => {
    const { documents, checkpoints } = await folded(reached);
    await recordReadModels(documents, [people(3)]);
    await documents.collection({ name: 'people_v2_next', indexes: {} });
    await documents.collection({ name: 'people_v4', indexes: {} });
    const older = await olderVersions(documents, checkpoints, [people(3), people(1, 'places')]);
    const [first, ...others] = await furthestVersions(older, checkpoints);
    assert.is(first?.version ?? null, chosen);
    assert.is(others.length, 0);
  });

test('a query by an index that the older one lacks is answered by the newer, and so is who awaits a write', async () => {
  const { documents } = await folded({ 1: 5, 2: 3 });
  const current = await openProjection(documents, people(2));
  const older = await openProjection(documents, people(1));
  const indexes = { byCity: ['city'], byAge: ['age'] };
  const model = versionSwitch({
    current,
    older,
    indexes: { current: indexes, older: { byCity: ['city'], byAge: ['years'] } },
    fromOlder: (document) => ({ ...document, lifted: true }),
  });
  const { collection } = model;
  const one = { city: 'Ulm 1', version: 1, lifted: true };
  const cities = async () =>
    (await collection.page({ index: 'byCity', limit: 9 })).map(({ document }) => document);
  assert.equal(await cities(), [one]);
  assert.equal((await collection.get('ann'))?.document, one);
  assert.equal((await collection.getMany(['ann', 'bob'])).get('ann')?.document, one);
  assert.is((await collection.getForFold(['ann'])).get('ann')?.position, at(3));
  assert.is((await model.known.getForFold(['ann'])).get('ann')?.position, at(5));
  let asked = '';
  const spied = versionSwitch({
    current: {
      ...current,
      page: async ({ index }) => {
        asked = index;
        return [];
      },
    },
    older,
    indexes: { current: indexes, older: { byCity: ['city'], byAge: ['years'] } },
    fromOlder: (document) => document,
  });
  await spied.collection.page({ index: 'byAge', limit: 9 });
  assert.is(asked, 'byAge', 'an index of the same name over other fields is another');
  model.switchOver();
  assert.equal(await cities(), [{ city: 'Ulm 2', version: 2 }]);
  assert.equal((await collection.get('ann'))?.document, { city: 'Ulm 2', version: 2 });
  assert.is((await model.known.getForFold(['ann'])).get('ann')?.position, at(3));
});

test('an older one is dropped a day after the newer has passed and nobody folds into it any more', async () => {
  const { documents, checkpoints, fold } = await folded({ 1: 5, 2: 6 });
  const clock = manualClock();
  const stop = new AbortController();
  let pass: (passed: boolean) => void = () => {};
  const passed = new Promise<boolean>((resolve) => {
    pass = resolve;
  });
  const context = { documents, checkpoints, clock, log: quietLog };
  const ended = dropOlderVersions(context, [people(2)], { passed: () => passed }, stop.signal);
  const isThere = async () => (await documents.list()).includes('people_v1');
  await clock.advance(2 * DAY_MS);
  assert.ok(await isThere(), 'while the newer one has not passed');
  pass(true);
  await clock.advance(DAY_MS - 3_600_000);
  // A process of an older release goes on with it, and the day begins again.
  await fold(1, 8);
  await fold(2, 9);
  await clock.advance(DAY_MS - 3_600_000);
  assert.ok(await isThere());
  const [older] = await olderVersions(documents, checkpoints, [people(2)]);
  assert.ok(older?.supersededAt);
  await clock.advance(3 * 3_600_000);
  await ended;
  assert.not.ok(await isThere());
  assert.is(await checkpoints.lowest('projection:people_v1'), at(0), 'it would be folded from the beginning');
  assert.is(await checkpoints.lowest('projection:people_v2'), at(9));
});

test.run();
