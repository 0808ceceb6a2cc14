import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { exportedLines } from '../../src/audit/exportedLines.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { sealedLog } from './sealedLog.ts';

const test = suite('lines of an export');

test('are those of the range, and nothing is read after its end', async () => {
  const store = memoryEventStore();
  await (await sealedLog(store)).write(1_200);
  const asked: number[] = [];
  const readLeaves: typeof store.readLeaves = (options) => {
    asked.push(Number(options.after));
    return store.readLeaves(options);
  };
  const placesIn = async (after: number, until: number) => {
    const places: number[] = [];
    asked.length = 0;
    const range = { after: positionAt(after), until: positionAt(until), filter: null };
    for await (const { lines, events } of exportedLines({ readLeaves }, range)) {
      const held = lines.split('\n').slice(0, -1);
      assert.is(held.length, events);
      places.push(...held.map((line) => Number(JSON.parse(line).position)));
    }
    return places;
  };
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);
  assert.equal(await placesIn(3, 13), from(4, 13));
  assert.equal(asked, [3]);
  assert.equal(await placesIn(0, 1_000), from(1, 1_000));
  assert.equal(asked, [0, 500]);
  assert.equal(await placesIn(0, 1_201), from(1, 1_201));
  assert.equal(await placesIn(13, 13), []);
  assert.equal(asked, []);
});

test('end with what is wrong with the log, after the lines before it', async () => {
  const store = memoryEventStore();
  await (await sealedLog(store)).write(5);
  const damaged = {
    readLeaves: async (options: Parameters<typeof store.readLeaves>[0]) => {
      const { leaves } = await store.readLeaves(options);
      return {
        leaves: leaves.slice(0, 3 - Number(options.after)),
        fault: 'the event at position 4 was changed',
      };
    },
  };
  for (const after of [BEGINNING, positionAt(3)]) {
    const lines = exportedLines(damaged, { after, until: positionAt(6), filter: null });
    let events = 0;
    const ended = await (async () => {
      for await (const page of lines) events += page.events;
    })().catch((error: unknown) => error);
    assert.is(events, 3 - Number(after));
    assert.match(String(ended), /the event at position 4 was changed: run audit verify and doctor/);
  }
});

test.run();
