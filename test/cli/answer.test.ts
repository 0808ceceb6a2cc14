import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { table } from '../../src/cli/answer.ts';

const test = suite('tables of the command line');

test('columns begin at the same place of a terminal, whatever the cells hold', () => {
  const rows = [
    ['ann', 1],
    ['Łukasz e\u0301', null],
    ['山田', ['a', 'b']],
    ['📦 shop', 'x\u001b[31m'],
  ];
  assert.is(
    table(['NAME', 'WHAT'], rows),
    ['NAME      WHAT', 'ann       1', 'Łukasz e\u0301  -', '山田      a, b', '📦 shop   x\\x1b[31m'].join(
      '\n',
    ),
  );
  // A family is one picture of several.
  assert.is(
    table(
      ['A', 'B'],
      [
        ['👨‍👩‍👧', 1],
        ['bc', 2],
      ],
    ),
    'A   B\n👨‍👩‍👧  1\nbc  2',
  );
  assert.is(table(['A', 'B'], []), 'A  B');
  const many = Array.from({ length: 200_000 }, (_, n) => [n]);
  assert.is(table(['N'], many).split('\n').length, 200_001);
});

test.run();
