import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { turns } from '../../src/dispatcher/turns.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('turns of groups and their members');

test('a group that has lost its last member takes no turn, and enters at the end when it comes back', () => {
  const inTurn = turns();
  inTurn.add('a', 'a1');
  inTurn.add('b', 'b1');
  inTurn.delete('a', 'a1');
  assert.is(inTurn.next(), 'b1');
  inTurn.add('a', 'a2');
  assert.equal([inTurn.next(), inTurn.next(), inTurn.next()], ['b1', 'a2', 'b1']);
  inTurn.delete('b', 'b1');
  inTurn.delete('a', 'a2');
  assert.is(inTurn.next(), null);
  assert.is(inTurn.size, 0);
});

/** The same by plain lists: groups in the order of their turns, and the members of each in theirs. */
function naiveTurns() {
  let groups: { readonly name: string; readonly members: string[] }[] = [];
  const find = (name: string) => groups.find((group) => group.name === name);
  return {
    add(name: string, member: string) {
      const group = find(name);
      if (group === undefined) groups.push({ name, members: [member] });
      else if (!group.members.includes(member)) group.members.push(member);
    },
    delete(name: string, member: string) {
      const members = find(name)?.members ?? [];
      const at = members.indexOf(member);
      if (at >= 0) members.splice(at, 1);
      groups = groups.filter((group) => group.members.length > 0);
    },
    next(): string | null {
      const group = groups.shift();
      const member = group?.members.shift();
      if (group === undefined || member === undefined) return null;
      group.members.push(member);
      groups.push(group);
      return member;
    },
    size: () => groups.reduce((sum, { members }) => sum + members.length, 0),
  };
}

const GROUPS = 4;
const MEMBERS = 4;
const STEPS = 3_000;

for (const seed of [1, 2, 3].map((n) => SEED * 10 + n))
  test(`random operations take the same turns as a plain list (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const draw = (below: number) => Math.floor(random() * below);
    const inTurn = turns();
    const model = naiveTurns();
    for (let step = 0; step < STEPS; step++) {
      const group = `g${draw(GROUPS)}`;
      const member = `${group}m${draw(MEMBERS)}`;
      const what = random();
      if (what < 0.3) {
        inTurn.add(group, member);
        model.add(group, member);
      } else if (what < 0.6) {
        inTurn.delete(group, member);
        model.delete(group, member);
      } else assert.is(inTurn.next(), model.next(), `step ${step}`);
      assert.is(inTurn.size, model.size(), `size at step ${step}`);
    }
    for (let group = 0; group < GROUPS; group++)
      for (let member = 0; member < MEMBERS; member++) inTurn.delete(`g${group}`, `g${group}m${member}`);
    assert.is(inTurn.size, 0);
    assert.is(inTurn.next(), null);
  });

test.run();
