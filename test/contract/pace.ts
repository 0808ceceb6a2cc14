import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pace, PaceGrant } from '../../src/ports/pace.ts';
import { type ManualClock, manualClock } from '../support/manualClock.ts';
import type { Factory, Opened } from './opened.ts';

const NOON_MS = Date.parse('2026-03-01T12:00:00.000Z');
const SECOND_MS = 1_000;
const MIDNIGHT_MS = Date.parse('2026-05-02T00:00:00.000Z');

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
  test.before.each(() => clock.pass(2 * SECOND_MS));
  test.after(() => opened.destroy());

  const generous = { perSecond: 1_000_000, perDay: 1_000_000 };
  const fresh = () => randomUUID();
  const equal = ({ granted, retryAfterMs }: PaceGrant, expected: Omit<PaceGrant, 'window'>) =>
    assert.equal({ granted, retryAfterMs }, expected);

  test('within the limits all is granted at once', async () => {
    equal(await pace.take(fresh(), generous, 500), { granted: 500, retryAfterMs: 0 });
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

  test('what is given back may be taken again, and no more than that', async () => {
    const workspace = fresh();
    const limits = { perSecond: 1_000, perDay: 10 };
    const grant = await pace.take(workspace, limits, 10);
    await pace.refund(workspace, grant.window, 4);
    assert.is((await pace.take(workspace, limits, 10)).granted, 4);
    assert.is((await pace.take(workspace, limits, 1)).granted, 0);
    await pace.refund(workspace, grant.window, 1_000);
    assert.is((await pace.take(workspace, limits, 100)).granted, 10, 'a count never falls below nothing');
  });

  test('what one process gives back another may take', async () => {
    const workspace = fresh();
    const limits = { perSecond: 1_000, perDay: 10 };
    const other = (await opened.second?.()) ?? pace;
    const grant = await pace.take(workspace, limits, 6);
    assert.is((await other.take(workspace, limits, 10)).granted, 4);
    await other.refund(workspace, grant.window, 3);
    assert.is((await pace.take(workspace, limits, 10)).granted, 3);
    assert.is((await other.take(workspace, limits, 1)).granted, 0);
  });

  if (!ownClock) {
    test('what was taken comes back a second later, and no sooner', async () => {
      const workspace = fresh();
      const limits = { perSecond: 10, perDay: 1_000 };
      equal(await pace.take(workspace, limits, 4), { granted: 4, retryAfterMs: 0 });
      clock.pass(300);
      equal(await pace.take(workspace, limits, 8), { granted: 6, retryAfterMs: 700 });
      equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 700 });
      clock.pass(699);
      assert.is((await pace.take(workspace, limits, 1)).granted, 0);
      clock.pass(1);
      equal(await pace.take(workspace, limits, 25), { granted: 4, retryAfterMs: 300 });
      clock.pass(300);
      assert.is((await pace.take(workspace, limits, 25)).granted, 6);
    });

    test('no stretch of a second sees more than its limit, whenever and however much is asked for', async () => {
      const workspace = fresh();
      const limits = { perSecond: 10, perDay: 1_000_000 };
      clock.pass(10 * SECOND_MS);
      const sends: number[] = [];
      for (let turn = 0; turn < 400; turn++) {
        const { granted } = await pace.take(workspace, limits, 1 + (turn % 7));
        for (let n = 0; n < granted; n++) sends.push(clock.monotonicMs());
        clock.pass((turn * 37) % 90);
      }
      for (const [n, atMs] of sends.entries()) {
        const tenLater = sends[n + limits.perSecond];
        assert.ok(tenLater === undefined || tenLater - atMs >= SECOND_MS, `send ${n}`);
      }
      const inAllMs = (sends.at(-1) ?? 0) - (sends[0] ?? 0);
      assert.ok(
        sends.length >= (inAllMs / SECOND_MS) * limits.perSecond * 0.9,
        'and the limit is made use of',
      );
    });

    test('tokens that are given back are in hand again, within their second and not behind it', async () => {
      const workspace = fresh();
      const limits = { perSecond: 10, perDay: 1_000 };
      const { window } = await pace.take(workspace, limits, 10);
      await pace.refund(workspace, window, 3);
      assert.is((await pace.take(workspace, limits, 10)).granted, 3);
      clock.pass(SECOND_MS);
      assert.is((await pace.take(workspace, limits, 10)).granted, 10);
      await pace.refund(workspace, window, 7);
      assert.is((await pace.take(workspace, limits, 10)).granted, 0);
    });

    test('what asks for no day is not counted in it, and goes when it is used up', async () => {
      const workspace = fresh();
      const perSecond = 8;
      const again = { perSecond, perDay: null };
      assert.is((await pace.take(workspace, again, 3)).granted, 3);
      assert.is((await pace.take(workspace, { perSecond, perDay: 5 }, 9)).granted, 5);
      clock.pass(SECOND_MS);
      const { granted, window } = await pace.take(workspace, again, 9);
      assert.is(granted, 8, 'by the second alone');
      await pace.refund(workspace, window, 2);
      assert.is(
        (await pace.take(workspace, { perSecond, perDay: 5 }, 1)).granted,
        0,
        'the day gained nothing',
      );
      assert.is((await pace.take(workspace, again, 9)).granted, 2);
    });

    test('a day grants its limit, the next UTC day again', async () => {
      const workspace = fresh();
      const limits = { perSecond: 1_000, perDay: 5 };
      clock.step(MIDNIGHT_MS - 2_000);
      assert.is((await pace.take(workspace, limits, 5)).granted, 5);
      equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 2_000 });
      clock.pass(1_999);
      equal(await pace.take(workspace, limits, 1), { granted: 0, retryAfterMs: 1 });
      clock.pass(1);
      const { granted, window } = await pace.take(workspace, limits, 9);
      assert.is(granted, 5);
      await pace.refund(workspace, { ...window, day: (window.day ?? 0) - 1 }, 5);
      assert.is((await pace.take(workspace, limits, 1)).granted, 0, "yesterday's grant is not today's");
    });

    for (const [by, stepMs] of [
      ['an hour', 3_600_000],
      ['a day', 86_400_000],
    ] as const) {
      test(`a step over midnight by ${by} and back loses no counts`, async () => {
        for (const direction of [1, -1]) {
          const workspace = fresh();
          const limits = { perSecond: 1_000, perDay: 5 };
          const startMs = direction > 0 ? MIDNIGHT_MS - 60_000 : MIDNIGHT_MS + 60_000;
          clock.step(startMs);
          assert.is((await pace.take(workspace, limits, 4)).granted, 4);
          clock.step(startMs + direction * stepMs);
          assert.is((await pace.take(workspace, limits, 9)).granted, 5, 'another day');
          clock.step(startMs);
          assert.is((await pace.take(workspace, limits, 9)).granted, 1, 'the day goes on');
          clock.step(startMs + direction * stepMs);
          assert.is((await pace.take(workspace, limits, 9)).granted, 0, 'and so does the other');
        }
      });
    }

    test('what a second refused is not taken from the day', async () => {
      const workspace = fresh();
      const limits = { perSecond: 2, perDay: 5 };
      let granted = 0;
      for (let second = 0; second < 5; second++) {
        for (let ask = 0; ask < 3; ask++) granted += (await pace.take(workspace, limits, 2)).granted;
        clock.pass(SECOND_MS);
      }
      assert.is(granted, 5);
    });
  }

  test.run();
}
