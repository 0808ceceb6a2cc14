import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../../../src/adapters/embedded/log/eventStore.ts';
import type { EventStore } from '../../../../src/ports/eventStore.ts';
import { freshStream, newEvent } from '../../../contract/eventStore/events.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('more appends in one turn than a batch of the embedded log holds');
let folder: ReturnType<typeof temporaryFolder>;
let store: EventStore;
test.before(async () => {
  folder = temporaryFolder();
  store = await embeddedEventStore(folder.path, { log: quietLog });
});
test.after(async () => {
  await store.close();
  folder.remove();
});

test('2,000 appends are all written, and none gets a conflict', async () => {
  const after = await store.head();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2_000 }, (_, n) => store.append(freshStream(), 'no-stream', [newEvent({ n })])),
  );
  const failed = outcomes.flatMap((one, n) => (one.status === 'rejected' ? [`${n}: ${one.reason}`] : []));
  assert.equal(failed.slice(0, 3), [], `${failed.length} appends failed`);
  const { events } = await store.readAll({ after, limit: 3_000 });
  assert.equal(
    events.map(({ data }) => (data as { n: number }).n),
    Array.from({ length: 2_000 }, (_, n) => n),
    'they are in the log, in the order of their calls',
  );
});

test('3 Mi characters of three bytes each are read back as they were written', async () => {
  const after = await store.head();
  // Of 8 MiB ten of these leave less than 0.75 MiB, which the eleventh needs, and more than its 0.25 Mi characters.
  const text = '€'.repeat(262_144);
  const count = 12;
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, () => store.append(freshStream(), 'no-stream', [newEvent({ text })])),
  );
  assert.equal(
    outcomes.map(({ status }) => status),
    outcomes.map(() => 'fulfilled'),
  );
  const page = await store.readAll({ after, limit: count }).catch((error: Error) => error.message);
  assert.ok(typeof page === 'object', `the log can be read: ${page}`);
  const texts =
    typeof page === 'object' ? page.events.map(({ data }) => (data as { text: string }).text) : [];
  assert.is(texts.length, count);
  assert.ok(
    texts.every((found) => found === text),
    'no text was cut',
  );
});

test.run();
