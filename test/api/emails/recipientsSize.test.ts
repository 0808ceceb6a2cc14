import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RECIPIENTS_MAX_BYTES, recipientsSizeIssues } from '../../../src/api/emails/emailRules.ts';

const test = suite('recipients’ size');

/** As many recipients as fill the bound with names of this letter, each of 100 of them, and how many bytes each takes. */
function filling(letter: string) {
  const one = `${letter.repeat(100)} <a@b.co>`;
  const bytes = 2 * Buffer.byteLength(one) + 150;
  return { one, most: Math.floor(RECIPIENTS_MAX_BYTES / bytes) };
}

for (const letter of ['a', 'ü', '字', '🙂'])
  test(`bytes are counted, not characters: ${letter}`, () => {
    const { one, most } = filling(letter);
    assert.equal(recipientsSizeIssues({ to: Array(most).fill(one) }), []);
    assert.equal(recipientsSizeIssues({ to: Array(most + 1).fill(one) }), [
      { path: '/to', message: 'names too many recipients for one message' },
    ]);
  });

test('the three lists count together, and the longest is named', () => {
  const { one, most } = filling('a');
  const some = Math.floor(most / 3);
  const more = most - 2 * some + 1;
  assert.equal(
    recipientsSizeIssues({
      to: Array(some).fill(one),
      cc: Array(more).fill(one),
      bcc: Array(some).fill(one),
    }).map(({ path }) => path),
    ['/cc'],
  );
});

test.run();
