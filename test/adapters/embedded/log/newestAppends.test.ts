import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TEXTS_AN_EVENT } from '../../../../src/adapters/embedded/log/logFormat.ts';
import { lastOf, newestAppends } from '../../../../src/adapters/embedded/log/newestAppends.ts';
import type { WrittenAppend } from '../../../../src/ports/logGrowth.ts';
import { seededRandom } from '../../../support/seededRandom.ts';
import { SEED } from '../../../support/testRun.ts';

const test = suite('the newest appends of the embedded log');

/** An append of so many events whose first one has this position. */
const appendAt = (first: number, events = 1, characters = 10): WrittenAppend => ({
  first,
  stream: `stream-${first}`,
  expected: -1,
  texts: Array.from({ length: events * TEXTS_AN_EVENT }, () => ''),
  characters,
});
const MAX_CHARACTERS = 8 * 1_048_576;
const firsts = (appends: readonly WrittenAppend[] | null) => appends?.map(({ first }) => first);

test('are given in their order as far as none is missing, whoever is heard of first', () => {
  const newest = newestAppends();
  const reader = newest.reader(4);
  assert.is(reader.next(), null);
  newest.add([appendAt(7, 2), appendAt(9)]);
  assert.equal(reader.next(), [], 'what comes before them may be of other processes');
  newest.add([appendAt(5, 2)]);
  assert.equal(firsts(reader.next()), [5, 7, 9]);
  reader.passed(6);
  assert.equal(firsts(reader.next()), [7, 9]);
  reader.passed(7);
  assert.equal(firsts(reader.next()), [7, 9], 'a reader of a file may end amid an append');
  reader.passed(9);
  assert.is(reader.next(), null);
});

test('are given once, however often they are heard of', () => {
  const newest = newestAppends();
  const reader = newest.reader(0);
  newest.add([appendAt(1), appendAt(2)]);
  newest.add([appendAt(1), appendAt(2)]);
  assert.equal(firsts(reader.next()), [1, 2]);
  reader.passed(2);
  newest.add([appendAt(2)]);
  assert.is(reader.next(), null);
});

test('are held for the slowest reader, and for none where no one reads', () => {
  const newest = newestAppends();
  newest.add([appendAt(1)]);
  const quick = newest.reader(0);
  assert.is(quick.next(), null, 'what was written before is read from the file');
  newest.add([appendAt(1)]);
  const slow = newest.reader(0);
  quick.passed(1);
  assert.equal(firsts(slow.next()), [1]);
  slow.end();
  assert.is(newest.reader(0).next(), null);
});

test('are the newest 8 MiB at most: who lags further reads the file', () => {
  const newest = newestAppends();
  const reader = newest.reader(0);
  const tenth = Math.floor(MAX_CHARACTERS / 10);
  newest.add(Array.from({ length: 11 }, (_, at) => appendAt(1 + at, 1, tenth)));
  assert.equal(reader.next(), [], 'the first one is gone');
  reader.passed(1);
  assert.is(reader.next()?.length, 10);
  newest.add([appendAt(12, 1, 10 * MAX_CHARACTERS)]);
  assert.is(reader.next(), null, 'one that is larger than all room is not held');
});

for (const seed of [1, 2, 3].map((n) => SEED * 100 + n))
  test(`come to each of three readers once and in order, seed ${seed}`, () => {
    const random = seededRandom(seed);
    const below = (end: number) => Math.floor(random() * end);
    const newest = newestAppends();
    const readers = [0, 0, 0].map((at) => ({ at, reads: 0, reader: newest.reader(at) }));
    const late: WrittenAppend[] = [];
    let last = 0;
    for (let step = 0; step < 2_000; step++) {
      const append = appendAt(last + 1, 1 + below(3), ((1 + below(20)) / 300) * MAX_CHARACTERS);
      last = lastOf(append);
      // The other process is heard of some time later, or never.
      const whose = random();
      if (whose < 0.6) newest.add([append]);
      else if (whose < 0.98) late.push(append);
      if (random() < 0.5) newest.add(late.splice(0));
      for (const one of readers) {
        if (random() < 0.5) continue;
        const found = one.reader.next();
        const isGap = found?.length === 0 || (found === null && one.at < last);
        if (isGap && random() < 0.5) one.reads++;
        let end = one.at;
        for (const { first, texts } of found ?? []) {
          assert.ok(first <= end + 1, `${first} follows ${end}`);
          end = first + texts.length / TEXTS_AN_EVENT - 1;
          assert.ok(end > one.at, 'nothing that it has comes again');
        }
        one.at = isGap ? last : end;
        one.reader.passed(one.at);
      }
    }
    for (const { at, reads } of readers) {
      assert.ok(at > last - 200, `it is at ${at} of ${last}`);
      assert.ok(reads > 10, 'each met gaps');
    }
  });

test.run();
