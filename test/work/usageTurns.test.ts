import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { usageTurns } from '../../src/work/usageTurns.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('turns of groups and their members');
const always = () => true;

/** What groups and members have used, as the test says. */
function uses() {
  const used = new Map<string, number>();
  return {
    of: (name: string) => used.get(name) ?? 0,
    add: (name: string, by: number) => void used.set(name, (used.get(name) ?? 0) + by),
  };
}

test('the group that has used least comes first, and of it the member that has', () => {
  const used = uses();
  const inTurn = usageTurns(used, used);
  for (const member of ['a1', 'a2', 'b1']) inTurn.add(member.slice(0, 1), member);
  const served: (string | null)[] = [];
  for (let n = 0; n < 6; n++) {
    const member = inTurn.next(always);
    served.push(member);
    used.add(member ?? '', 1);
    used.add(member?.slice(0, 1) ?? '', 1);
  }
  assert.equal(served, ['a1', 'b1', 'a2', 'b1', 'a1', 'b1']);
  assert.is(
    inTurn.next((member) => member === 'a2'),
    'a2',
    'the others may not',
  );
});

test('a member that has left has no turn, and a group without members none', () => {
  const used = uses();
  const inTurn = usageTurns(used, used);
  inTurn.add('a', 'a1');
  inTurn.add('a', 'a1');
  inTurn.delete('a', 'a1');
  assert.is(inTurn.next(always), null);
});

const GROUPS = 4;
const MEMBERS = 4;
const STEPS = 3_000;

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random operations give the turn to whoever has used least, and visit each (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const used = uses();
    const inTurn = usageTurns(used, used);
    const waiting = new Set<string>();
    for (let step = 0; step < STEPS; step++) {
      const group = `g${draw(GROUPS)}`;
      const member = `${group}m${draw(MEMBERS)}`;
      const what = random();
      if (what < 0.3) {
        inTurn.add(group, member);
        waiting.add(member);
      } else if (what < 0.5) {
        inTurn.delete(group, member);
        waiting.delete(member);
      } else {
        const may = new Set([...waiting].filter(() => random() < 0.3));
        const next = inTurn.next((one) => may.has(one));
        assert.is(next === null, may.size === 0, `step ${step}`);
        const place = (one: string) => [used.of(one.slice(0, 2)), used.of(one)] as const;
        for (const other of next === null ? [] : may) {
          const [[g, m], [og, om]] = [place(next ?? ''), place(other)];
          assert.ok(
            g < og || (g === og && (other.slice(0, 2) !== next?.slice(0, 2) || m <= om)),
            `step ${step}`,
          );
        }
        used.add(next ?? '', 1 + draw(5));
        used.add(next?.slice(0, 2) ?? '', 1 + draw(5));
      }
    }
  });

test.run();
