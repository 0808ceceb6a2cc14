import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../../src/adapters/node/signedTokens.ts';
import { deliveryIdField, deliveryOfId } from '../../../src/commands/email/deliveryId.ts';
import { deliveryLocalPart } from '../../../src/commands/email/deliveryToken.ts';

const test = suite('X-Postledger-Id');
const tokens = signedTokens(Buffer.alloc(32, 7));
const REF = { emailId: '0d6f3c8e-5a0f-5b1e-9c57-0123456789ab', recipient: 49 };

test('it gives back its delivery, in any letter case and with spaces around it', () => {
  const [name, value] = deliveryIdField(tokens, REF);
  assert.is(name, 'X-Postledger-Id');
  assert.match(value, /^[a-z2-7]{56}$/);
  for (const given of [value, value.toUpperCase(), ` ${value} `])
    assert.equal(deliveryOfId(tokens, given), { ...REF, extra: '' });
});

test('another service’s, a changed one and a token of another use name nothing', () => {
  const [, value] = deliveryIdField(tokens, REF);
  const [, foreign] = deliveryIdField(signedTokens(Buffer.alloc(32, 8)), REF);
  const changed = `${value.startsWith('a') ? 'b' : 'a'}${value.slice(1)}`;
  for (const given of [
    '',
    foreign,
    changed,
    `${value}a`,
    deliveryLocalPart(tokens, REF),
    `${value}@a.example`,
  ])
    assert.is(deliveryOfId(tokens, given), null, given);
});

test('it opens no address and no link', () => {
  const [, value] = deliveryIdField(tokens, REF);
  for (const use of ['bounce', 'unsubscribe', 'open', 'click', 'message', 'hook', 'console'] as const)
    assert.is(tokens.open(use, Buffer.from(value)), null, use);
});

test.run();
