import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Pace, PaceWindow } from '../../../src/ports/pace.ts';
import { type AdmissionDependencies, emailAdmission } from '../../../src/sender/email/emailAdmission.ts';
import { freePermit } from '../../support/freePace.ts';
import { noMetrics } from '../../support/quietLog.ts';
import { type Random, seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('email admission');
const NEXT_DAY_MS = 3_600_000;

/** A pace of days only: so many sends are left of each workspace's day. It counts the questions. */
function dayPace(sends: number) {
  const left = new Map<string, number>();
  const pace = {
    asked: 0,
    left: (workspace: string) => left.get(workspace) ?? sends,
    take: async (workspace: string, { perDay }: { readonly perDay: number | null }, wanted: number) => {
      pace.asked++;
      if (perDay === null) return { granted: wanted, retryAfterMs: 0, window: { slot: 0, day: null } };
      const granted = Math.min(wanted, pace.left(workspace));
      left.set(workspace, pace.left(workspace) - granted);
      const retryAfterMs = granted === wanted ? 0 : NEXT_DAY_MS;
      return { granted, retryAfterMs, window: { slot: 0, day: 1 } };
    },
    refund: async (workspace: string, { day }: PaceWindow, unused: number) => {
      if (day !== null) left.set(workspace, pace.left(workspace) + unused);
    },
    close: async () => {},
  } satisfies Pace & Record<string, unknown>;
  return pace;
}

const routeWith = (room: () => number): AdmissionDependencies['route'] => ({
  room,
  report: () => ({ route: 'mx', state: 'closed', trouble: 'connection', since: '2026-01-01T00:00:00.000Z' }),
});

/** An admission over such a pace; `limits` are changed by the test. */
function bench(sends: number, more: Partial<AdmissionDependencies> = {}) {
  const pace = dayPace(sends);
  const limits = { perSecond: 10, perDay: 100 };
  const route = routeWith(() => Number.POSITIVE_INFINITY);
  const admission = emailAdmission({
    ...{ pace, route, metrics: noMetrics, limitsOf: async () => ({ ...limits }) },
    ...more,
  });
  return { pace, limits, admission };
}

test('a suspended workspace is granted nothing, whatever its pace, and is granted again once it is resumed', async () => {
  const { pace, limits, admission } = bench(5);
  const perSecond = limits.perSecond;
  limits.perSecond = 0;
  for (const lane of ['w/first', 'w/again', 'w/simulated'])
    assert.equal((await admission.admit(lane, 1)).granted, 0, lane);
  assert.is(await admission.grantsFor('w/again', freePermit).first.upTo(1), 0);
  assert.is(pace.asked, 0);
  limits.perSecond = perSecond;
  assert.is((await admission.admit('w/first', 1)).granted, 1);
});

test('a grant that was given back is granted to the next who asks', async () => {
  const { admission } = bench(1);
  const { window } = await admission.admit('w/first', 1);
  assert.is((await admission.admit('w/first', 1)).granted, 0);
  await admission.refund('w/first', window, 1);
  assert.is((await admission.admit('w/first', 1)).granted, 1, 'the pace was not asked again');
});

test('a grant that a message did not use is granted to the next who asks', async () => {
  const { admission } = bench(1);
  const { first } = admission.grantsFor('w/again', freePermit);
  assert.is(await first.upTo(1), 1);
  assert.is((await admission.admit('w/first', 1)).granted, 0);
  await first.finish();
  assert.is((await admission.admit('w/first', 1)).granted, 1, 'the pace was not asked again');
});

const WORKSPACES = ['a', 'b', 'c'];
const KINDS = ['', '/first', '/again'];
const pick = <One>(random: Random, of: readonly One[], otherwise: One): One =>
  of[Math.floor(random() * of.length)] ?? otherwise;

async function randomAdmissions(seed: number, sends: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  let room = 0;
  const { pace, limits, admission } = bench(sends, { route: routeWith(() => room) });
  const granted: { lane: string; window: PaceWindow; count: number }[] = [];
  for (let step = 0; step < steps; step++) {
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    if (random() < 0.02) limits.perDay += 1;
    room = Math.floor(random() * 5);
    const workspace = pick(random, WORKSPACES, 'a');
    const kind = pick(random, KINDS, '');
    if (random() < 0.3) {
      const [back] = granted.splice(Math.floor(random() * granted.length), 1);
      if (back === undefined) continue;
      await admission.refund(back.lane, back.window, back.count);
      continue;
    }
    const lane = workspace + kind;
    const wanted = 1 + Math.floor(random() * 4);
    const going = kind === '' ? wanted : Math.min(wanted, room);
    const isCounted = kind !== '/again';
    const [{ asked }, left] = [pace, pace.left(workspace)];
    const grant = await admission.admit(lane, wanted);
    assert.is(pace.asked - asked, going === 0 ? 0 : 1, `questions to the pace (${where})`);
    const expected = isCounted ? Math.min(going, left) : going;
    assert.is(grant.granted, expected, where);
    assert.is(
      grant.retryAfterMs === 0,
      expected === wanted,
      `a full grant leaves nothing to wait for (${where})`,
    );
    if (grant.granted > 0) granted.push({ lane, window: grant.window, count: grant.granted });
  }
  for (const { lane, window, count } of granted) await admission.refund(lane, window, count);
  for (const workspace of WORKSPACES) {
    assert.is(pace.left(workspace), sends, `SEED=${SEED}, run ${seed}: ${workspace}`);
    const { granted: all } = await admission.admit(workspace, sends);
    assert.is(all, sends, `all that was given back is granted again (SEED=${SEED}, run ${seed})`);
  }
}

for (const run of [1, 2, 3])
  test(`random questions are granted what the day has left (SEED=${SEED}, run ${run})`, () =>
    randomAdmissions(SEED * 10 + run, 3 * run, 2_000));

test.run();
