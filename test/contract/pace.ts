import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pace } from '../../src/ports/pace.ts';
import { type ManualClock, manualClock } from '../support/manualClock.ts';
import type { Factory, Opened } from './opened.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');
const SECOND_MS = 1_000;

/**
 * Every rule of src/ports/pace.ts as a test. The factory is given the clock the adapter goes by; an adapter
 * on an engine's own clock (`ownClock`) is tested only for what does not hang on it.
 */
export function paceContract(
  name: string,
  factory: (clock: ManualClock) => ReturnType<Factory<Pace>>,
  { ownClock = false }: { ownClock?: boolean } = {},
): void {
  const test = suite(name);
  const clock = manualClock(NOON_MS);
  let opened: Opened<Pace>;
  let pace: Pace;
  test.before(async () => {
    opened = await factory(clock);
    pace = opened.subject;
  });
  test.before.each(() => clock.set(clock.nowMs() + 2 * SECOND_MS));
  test.after(() => opened.destroy());

  const generous = { perSecond: 1_000_000, perDay: 1_000_000 };
  const fresh = () => randomUUID();

  test('within the limits all is granted at once', async () => {
    assert.equal(await pace.take(fresh(), generous, 500), { granted: 500, retryAfterMs: 0 });
  });

  test('asking for nothing grants nothing', async () => {
    assert.is((await pace.take(fresh(), generous, 0)).granted, 0);
  });

  test('workspaces do not share a day', async () => {
    const limits = { perSecond: 1_000, perDay: 5 };
    const [one, two] = [fresh(), fresh()];
    assert.is((await pace.take(one, limits, 5)).granted, 5);
    assert.is((await pace.take(one, limits, 1)).granted, 0);
    assert.is((await pace.take(two, limits, 5)).granted, 5);
  });

  test('part of what is asked for may be granted', async () => {
    const workspace = fresh();
    const first = await pace.take(workspace, { perSecond: 1_000, perDay: 7 }, 10);
    assert.is(first.granted, 7);
    assert.ok(first.retryAfterMs > 0);
    assert.is((await pace.take(workspace, { perSecond: 1_000, perDay: 7 }, 1)).granted, 0);
  });

  test('limits that were raised or lowered count at once', async () => {
    const workspace = fresh();
    const day = (perDay: number) => pace.take(workspace, { perSecond: 1_000, perDay }, 3);
    assert.is((await day(3)).granted, 3);
    assert.is((await day(3)).granted, 0);
    assert.is((await day(5)).granted, 2);
    assert.is((await day(2)).granted, 0);
  });

  test('many who ask at once get the limit together', async () => {
    const workspace = fresh();
    const clients = opened.second === undefined ? [pace] : [pace, await opened.second()];
    const grants = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (clients[n % clients.length] ?? pace).take(workspace, { perSecond: 1_000, perDay: 33 }, 2),
      ),
    );
    assert.is(
      grants.reduce((sum, { granted }) => sum + granted, 0),
      33,
    );
  });

  if (!ownClock) {
    test('a second grants its limit, the next second again', async () => {
      const workspace = fresh();
      const limits = { perSecond: 10, perDay: 1_000 };
      clock.set(Math.ceil(clock.nowMs() / SECOND_MS) * SECOND_MS + 300);
      assert.equal(await pace.take(workspace, limits, 4), { granted: 4, retryAfterMs: 0 });
      assert.equal(await pace.take(workspace, limits, 8), { granted: 6, retryAfterMs: 700 });
      assert.equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 700 });
      clock.set(clock.nowMs() + 699);
      assert.is((await pace.take(workspace, limits, 1)).granted, 0);
      clock.set(clock.nowMs() + 1);
      assert.is((await pace.take(workspace, limits, 25)).granted, 10);
    });

    test('a day grants its limit, the next UTC day again', async () => {
      const workspace = fresh();
      const limits = { perSecond: 1_000, perDay: 5 };
      const midnightMs = Date.parse('2026-05-02T00:00:00.000Z');
      clock.set(midnightMs - 1_500);
      assert.is((await pace.take(workspace, limits, 5)).granted, 5);
      assert.equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 1_500 });
      clock.set(midnightMs - 1);
      assert.equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 1 });
      clock.set(midnightMs);
      assert.is((await pace.take(workspace, limits, 9)).granted, 5);
    });

    test('what a second refused is not taken from the day', async () => {
      const workspace = fresh();
      const limits = { perSecond: 2, perDay: 5 };
      let granted = 0;
      for (let second = 0; second < 5; second++) {
        for (let ask = 0; ask < 3; ask++) granted += (await pace.take(workspace, limits, 2)).granted;
        clock.set(clock.nowMs() + SECOND_MS);
      }
      assert.is(granted, 5);
    });
  }

  test.run();
}
