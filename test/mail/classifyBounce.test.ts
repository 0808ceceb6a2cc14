import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codesIn } from '../../src/mail/bounceCodes.ts';
import { classifyBounce } from '../../src/mail/classifyBounce.ts';
import { corpus, type Form } from './bounceCorpus.ts';
import { bare, disabled, full, hedged, noDomain, notTheAddress, unknown } from './furtherReplies.ts';

const test = suite('what a refusal means');

const meaning = (text: string, code: number | null = null, enhanced: string | null = null) => {
  const { bounceType, bounceSubType, hard } = classifyBounce({ code, enhanced, text });
  return `${bounceType} ${bounceSubType}${hard ? ' hard' : ''}`;
};

test('every form of the corpus means what it means', () => {
  const wrong = corpus.flatMap(([who, says, means]) => {
    const found = meaning(says);
    return found === means ? [] : [`${who}: ${says}\n  is ${means}, taken for ${found}`];
  });
  assert.is(wrong.join('\n'), '');
  assert.ok(corpus.length >= 60);
});

/** Those that are taken for something else. */
const mistaken = (forms: readonly Form[], isRight: (found: string, means: string) => boolean) =>
  forms
    .flatMap(([who, says, means]) => {
      const found = meaning(says);
      return isRight(found, means) ? [] : [`${who}: ${says}\n  is ${means}, taken for ${found}`];
    })
    .join('\n');

test('further replies: what is said of the address, in nine languages', () => {
  const same = (found: string, means: string) => found === means;
  assert.is(mistaken([...unknown, ...disabled, ...noDomain, ...full, ...bare], same), '');
});

test('further replies: what is said of anything else, or only supposed, suppresses nobody', () => {
  assert.is(
    mistaken([...notTheAddress, ...hedged], (found) => found.startsWith('Transient')),
    '',
  );
  // None of them is the bare code for which a second one would suppress.
  assert.is(
    mistaken(notTheAddress, (found) => !found.endsWith('hard')),
    '',
  );
});

/** Addresses that sound like reasons. */
const TALKING = [
  'spam@x.test',
  'virus-lab@x.test',
  'quota.exceeded@x.test',
  'policy@blocklist.test',
  'relay-denied@x.test',
  'greylist@ratelimit.test',
  '"on the suppression list"@x.test',
  'account-disabled@x.test',
  'unknown-user@x.test',
];

test('an address is no reason', () => {
  for (const address of TALKING) {
    for (const named of [
      `<${address}>`,
      address,
      `${address}:`,
      `(${address})`,
      `<${address.split('@')[0]}>`,
    ]) {
      assert.is(meaning(`550 ${named} no such user here`), 'Permanent NoEmail', named);
      assert.is(meaning(`550 5.7.1 ${named} refused`), 'Transient General', named);
      assert.is(meaning(`552 ${named} mailbox is full`), 'Transient MailboxFull', named);
    }
  }
});

test('letter case and line breaks change nothing', () => {
  for (const [, says, means] of corpus) {
    assert.is(
      meaning(
        says
          .toUpperCase()
          .replaceAll(' ', '\r\n  ')
          .replace(/^(\d{3})\s+/, '$1 '),
      ),
      means,
      says,
    );
  }
});

test('5.7.x is never Permanent, with any other text', () => {
  for (const [, says] of corpus) {
    assert.match(meaning(says, 550, '5.7.1'), /^Transient/);
    assert.match(meaning(`550 5.7.606 ${says}`), /^Transient/);
  }
});

test('a temporary refusal is never Permanent, with any words', () => {
  for (const [, says] of corpus.filter(([, text]) => !/[45]\.\d+\.\d+/.test(text)))
    assert.match(meaning(says.replace(/^5/, '4'), 450, '4.0.0'), /^Transient/);
});

test('codes in addition to the words count, and a code in the words where the others say nothing', () => {
  assert.is(meaning('delivery failed', null, '5.1.1'), 'Permanent NoEmail');
  assert.is(meaning('smtp; 550 5.1.1 gone', 550, '5.0.0'), 'Permanent NoEmail');
  assert.is(meaning('smtp; 550-5.7.1 policy', null, '5.1.1'), 'Transient General');
  // 18 of 260 Permanent verdicts rested on a bare 550 alone, and 8 of them were wrong.
  assert.is(meaning('lost', 550, null), 'Transient General hard');
});

test('codes are found where replies begin, and in no address, version or quantity', () => {
  const found = (text: string) => {
    const { basic, enhanced } = codesIn(text);
    return [...basic, ...enhanced].join(' ');
  };
  assert.is(found('smtp; 550 5.1.1 unknown'), '550 5.1.1');
  assert.is(found('host mx[192.0.2.1] said: 550-5.1.1 unknown'), '550 5.1.1');
  assert.is(found('sorry (#5.1.1)'), '5.1.1');
  assert.is(found('550 #5.1.0 Address rejected.'), '550 5.1.0');
  assert.is(found('550 5.0.0 no'), '550');
  assert.is(found('552 full, 550 5.1.1 unknown, 550 5.1.1 unknown'), '552 550 5.1.1');
  assert.is(
    found('from 10.5.1.1 and 5.1.1.7, Exim 4.94.2, mx550, (554.30), at most 450 messages, on 5.1.2026'),
    '',
  );
  assert.is(found('450 users are many'), '450');
  assert.is(found('smtp; 450 message refused'), '450');
  assert.is(found(''), '');
});

test('a text of any length is read in bounded time: no pattern runs away', () => {
  for (const piece of ['user ', 'message ', 'over over over ', 'mailbox mailbox ', 'no such ', 'attachment '])
    assert.ok(meaning(piece.repeat(200_000)));
});

test.run();
