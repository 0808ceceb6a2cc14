import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedPace } from '../../../../src/adapters/embedded/coordination/pace.ts';
import type { PaceRule, PaceWindow } from '../../../../src/ports/pace.ts';
import { type ManualClock, manualClock } from '../../../support/manualClock.ts';
import { quietLog } from '../../../support/quietLog.ts';
import { type Random, seededRandom } from '../../../support/seededRandom.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { SEED } from '../../../support/testRun.ts';

const test = suite('embedded pace, against a plain list of grants');

const SEEDS = [1, 2, 3].map((n) => SEED * 1_000 + n);
const OPERATIONS = 1_500;
const WORKSPACES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Fewer than there are, so that those without tokens out are forgotten all the time. */
const MANY_WORKSPACES = 2;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Tokens that were taken within so long come back together; every time here is a multiple of it. */
const SLOT_MS = 5;
const START_MS = Date.parse('2026-03-01T23:58:00.000Z');

interface Grant {
  readonly workspace: string;
  readonly day: number | null;
  readonly atMs: number;
  /** Sends that were granted and not given back. */
  count: number;
}

/** The model: every grant in a list, and the sends of each day. */
function plainPace(clock: ManualClock) {
  let grants: Grant[] = [];
  const sends = new Map<string, number>();
  const today = () => Math.floor(clock.nowMs() / DAY_MS);
  const sent = (workspace: string, day: number) => sends.get(`${workspace} ${day}`) ?? 0;
  const add = ({ workspace, day }: Grant, by: number) => {
    if (day !== null) sends.set(`${workspace} ${day}`, sent(workspace, day) + by);
  };
  const out = (workspace: string) =>
    grants.filter(
      ({ count, atMs, ...one }) =>
        one.workspace === workspace && count > 0 && atMs + SECOND_MS > clock.monotonicMs(),
    );
  return {
    sentToday: (workspace: string) => sent(workspace, today()),
    take(workspace: string, { perSecond, perDay }: PaceRule, wanted: number) {
      const inHand = Math.max(0, perSecond - out(workspace).reduce((sum, { count }) => sum + count, 0));
      const leftToday = perDay === null ? wanted : Math.max(0, perDay - sent(workspace, today()));
      const count = Math.min(wanted, inHand, leftToday);
      const grant: Grant = {
        workspace,
        day: perDay === null ? null : today(),
        atMs: clock.monotonicMs(),
        count,
      };
      grants.push(grant);
      add(grant, count);
      if (count === wanted) return { grant, retryAfterMs: 0 };
      if (count === leftToday) return { grant, retryAfterMs: DAY_MS - (clock.nowMs() % DAY_MS) };
      const firstBackMs = Math.min(...out(workspace).map(({ atMs }) => atMs + SECOND_MS));
      return { grant, retryAfterMs: firstBackMs - clock.monotonicMs() };
    },
    refund(grant: Grant, unused: number) {
      grant.count -= unused;
      add(grant, -unused);
    },
    /** The tokens of a second are lost with their process; the days are not. */
    restart() {
      grants = [];
    },
  };
}

/** A pace with few workspaces in mind, and the model that it should act like; each step is checked against it. */
function checkedPace(file: string, random: Random) {
  const clock = manualClock(START_MS);
  const bounds = { manyWorkspaces: MANY_WORKSPACES };
  const open = () => openEmbeddedPace(file, { clock, log: quietLog }, bounds);
  const below = (end: number) => Math.floor(random() * end);
  const model = plainPace(clock);
  let pace = open();
  let given: { readonly grant: Grant; readonly window: PaceWindow }[] = [];
  let aheadDays = 0;
  const counts = { whole: 0, bySecond: 0, byDay: 0, givenBack: 0, restarts: 0, steps: 0 };

  const take = async (workspace: string, rule: PaceRule, wanted: number, says: string): Promise<number> => {
    const { grant, retryAfterMs } = model.take(workspace, rule, wanted);
    const { window, ...answer } = await pace.take(workspace, rule, wanted);
    const asked = `${says}: ${wanted} for ${workspace}, ${JSON.stringify(rule)}`;
    assert.equal(answer, { granted: grant.count, retryAfterMs }, asked);
    assert.is(window.day, grant.day, `${asked}: the day that it counts in`);
    given.push({ grant, window });
    counts[answer.granted === wanted ? 'whole' : retryAfterMs > SECOND_MS ? 'byDay' : 'bySecond']++;
    return answer.granted;
  };
  const refund = async ({ grant, window }: (typeof given)[number], unused: number) => {
    await pace.refund(grant.workspace, window, unused);
    model.refund(grant, unused);
    counts.givenBack++;
  };
  const restart = async () => {
    await pace.close();
    pace = open();
    model.restart();
    given = [];
    counts.restarts++;
  };
  const stepClock = () => {
    const before = aheadDays;
    aheadDays = below(3) - 1;
    clock.step(clock.nowMs() + (aheadDays - before) * DAY_MS);
    counts.steps++;
  };

  return {
    counts,
    async step(says: string) {
      const choice = random();
      const one = given[below(given.length)];
      const rule = { perSecond: 5 + below(10), perDay: [null, 40, 200][below(3)] ?? null };
      if (choice < 0.5) await take(WORKSPACES[below(WORKSPACES.length)] ?? '', rule, below(9), says);
      else if (choice < 0.7 && one !== undefined) await refund(one, below(one.grant.count + 1));
      else if (choice < 0.98) clock.pass(SLOT_MS * below(60));
      else if (choice < 0.99) await restart();
      else stepClock();
    },
    /** Gives back all that can be; then each workspace has its whole second, and of its day what was not used. */
    async end(says: string) {
      for (const one of given) await refund(one, one.grant.count);
      for (const workspace of WORKSPACES) {
        const rule = { perSecond: 1_000, perDay: model.sentToday(workspace) + 7 };
        assert.is(await take(workspace, rule, 8, says), 7, `${says}: the day of ${workspace}`);
      }
      clock.pass(SECOND_MS);
      for (const workspace of WORKSPACES) {
        const granted = await take(workspace, { perSecond: 10, perDay: null }, 11, says);
        assert.is(granted, 10, `${says}: the second of ${workspace}`);
      }
      await pace.close();
    },
  };
}

for (const seed of SEEDS) {
  test(`random grants, some given back, seed ${seed}`, async () => {
    const folder = temporaryFolder();
    const { step, end, counts } = checkedPace(join(folder.path, 'pace.json'), seededRandom(seed));
    for (let n = 0; n < OPERATIONS; n++) await step(`seed ${seed}, operation ${n}`);
    await end(`seed ${seed}, end`);
    assert.ok(Math.min(...Object.values(counts)) >= 3, `each outcome came about: ${JSON.stringify(counts)}`);
    folder.remove();
  });
}

test.run();
