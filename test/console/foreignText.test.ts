import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { factsOf, foreign, tableOf } from '../../src/console/elements.ts';
import { consoleFixture } from './consoleFixture.ts';

const test = suite('issue 50, 5: text of others on pages');

test('is isolated, and shows what would not be seen', () => {
  assert.is(String(foreign('a\u202egpj.exe')), '<bdi>a\\u202egpj.exe</bdi>');
  assert.is(
    String(foreign('\u001b[2J\u0000\u200b\u2066x\u007f')),
    '<bdi>\\u001b[2J\\u0000\\u200b\\u2066x\\u007f</bdi>',
  );
  assert.is(
    String(foreign('two\nlines \ud83d\udc69\u200d\ud83d\udcbb \u0645\u06cc\u200c<')),
    '<bdi>two\nlines \ud83d\udc69\u200d\ud83d\udcbb \u0645\u06cc\u200c&lt;</bdi>',
  );
  assert.is(foreign(7), 7);
  const rows = [{ name: '\u202eevil' }];
  const table = String(tableOf('x', { Name: ({ name }) => name }, rows));
  for (const shown of [table, String(factsOf({ Name: '\u202eevil' }))]) {
    assert.match(shown, '<bdi>\\u202eevil</bdi>');
    assert.not.match(shown, '\u202e');
  }
});

test('on the pages of a message nothing of it turns what stands around it', async () => {
  const at = await consoleFixture();
  const subject = 'Order \u202e\u2067 7';
  const body = { from: 'a@b.co', to: 'x@y.co', subject, text: 'see \u202e this' };
  const sent = await at.api.call('POST', '/v1/emails', { body, idempotencyKey: 'k' });
  const ann = await at.loggedIn({ name: 'Ann' });
  for (const path of ['messages', `messages/${sent.body.id}`, 'addresses/find?address=x@y.co']) {
    const { status, text } = await ann.get(`/w/default/${path}`);
    assert.is(status, 200);
    assert.not.match(text, /[\u202a-\u202e\u2066-\u2069]/, path);
  }
  await at.close();
});

test.run();
