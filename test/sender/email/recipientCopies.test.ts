import { simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../../src/adapters/node/signedTokens.ts';
import { deliveryOfLocalPart, deliveryOfToken } from '../../../src/commands/email/deliveryToken.ts';
import { publicLinks } from '../../../src/commands/email/publicLinks.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { recipient, senderBench } from '../senderBench.ts';

/** What is each recipient's own in a message, as it is handed to the server. */
const test = suite('recipient copies');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const tokens = signedTokens(Buffer.alloc(32, 7));
const links = publicLinks(tokens, 'https://t.example');
const HTML =
  '<html><body><a href="https://x.co/?a=1&amp;b=2">x</a> <a href=https://y.co>y</a> ' +
  '<a href="https://leave.co/me">leave</a><a href="mailto:a@b.co">m</a></body></html>';

async function sent(
  fields: Partial<EmailAccepted>,
  given: Partial<Parameters<typeof senderBench>[0]> = { links },
) {
  const bench = await senderBench(given);
  const recipients = [recipient(1, 'a@b.example'), recipient(2, 'c@b.example', { kind: 'cc' })];
  await bench.accept(ID, { html: { inline: HTML }, recipients, ...fields });
  await bench.run(ID);
  const mails = await Promise.all(
    bench.mailer.sent.map(({ raw }) => simpleParser(raw, { skipImageLinks: true })),
  );
  return {
    htmls: mails.map(({ html }) => String(html)),
    mails,
    raws: bench.mailer.sent.map(({ raw }) => raw),
  };
}

const tokensIn = (html: string, use: 'open' | 'click') =>
  [...html.matchAll(use === 'open' ? /\/o\/([\w-]+)/g : /\/c\/([\w-]+)/g)].map(([, token = '']) =>
    deliveryOfToken(tokens, use, token),
  );

test('each recipient has links and a picture of their own, which name them and the target', async () => {
  const { htmls } = await sent({});
  assert.is(htmls.length, 2);
  for (const [place, html] of htmls.entries()) {
    const of = { emailId: ID, recipient: place };
    assert.equal(tokensIn(html, 'click'), [
      { ...of, extra: 'https://x.co/?a=1&b=2' },
      { ...of, extra: 'https://y.co' },
      { ...of, extra: 'https://leave.co/me' },
    ]);
    assert.equal(tokensIn(html, 'open'), [{ ...of, extra: '' }]);
    const back = html
      .replace(/<img src="https:\/\/t\.example\/o\/[^>]+>/, '')
      .replace(/https:\/\/t\.example\/c\/[\w-]+/, 'https://x.co/?a=1&amp;b=2')
      .replace(/https:\/\/t\.example\/c\/[\w-]+/, 'https://y.co')
      .replace(/https:\/\/t\.example\/c\/[\w-]+/, 'https://leave.co/me');
    assert.is(back, HTML, 'all else is as it was');
  }
});

test('each flag counts alone; with both off, or without an address, the html is not touched', async () => {
  const opens = await sent({ trackClicks: false });
  assert.equal(
    opens.htmls.map((html) => [tokensIn(html, 'click').length, tokensIn(html, 'open').length]),
    [
      [0, 1],
      [0, 1],
    ],
  );
  const clicks = await sent({ trackOpens: false });
  assert.equal(
    clicks.htmls.map((html) => [tokensIn(html, 'click').length, tokensIn(html, 'open').length]),
    [
      [3, 0],
      [3, 0],
    ],
  );
  const none = await sent({ trackOpens: false, trackClicks: false });
  assert.equal(none.htmls, [HTML, HTML]);
  const nowhere = await sent({}, {});
  assert.equal(nowhere.htmls, [HTML, HTML]);
  assert.is(none.raws[0]?.compare(nowhere.raws[0] ?? Buffer.alloc(0)), 0, 'byte for byte');
  const text = await sent({ html: null });
  assert.not.match(text.raws[0]?.toString() ?? '', 't.example');
});

test("the customer's own way out of transactional mail is not tracked", async () => {
  const { htmls, mails } = await sent({
    headers: { 'List-Unsubscribe': '<mailto:l@leave.co>, <https://leave.co/me>' },
  });
  assert.match(htmls[0] ?? '', 'href="https://leave.co/me"');
  assert.is(tokensIn(htmls[0] ?? '', 'click').length, 2);
  assert.is(mails[0]?.headers.has('list'), true);
});

test('broadcast mail has the way out in its header, each recipient their own', async () => {
  const { raws } = await sent({ messageStream: 'broadcast' });
  const ways = raws.map(
    (raw) => /\r\nList-Unsubscribe: <https:\/\/t\.example\/u\/([\w-]+)>\r\n/.exec(raw.toString())?.[1],
  );
  assert.equal(
    ways.map((token = '') => deliveryOfToken(tokens, 'unsubscribe', token)?.recipient),
    [0, 1],
  );
  const transactional = await sent({});
  assert.not.match(transactional.raws[0]?.toString() ?? '', 'List-Unsubscribe');
});

test('where mail is taken in, a mail to an address of one’s own is a second way out', async () => {
  const byMail = publicLinks(tokens, 'https://t.example/', 'back.example');
  const { raws } = await sent({ messageStream: 'broadcast' }, { links: byMail });
  const locals = raws.map((raw) => {
    const text = raw.toString().replace(/\r\n[ \t]/g, ' ');
    return (
      /\r\nList-Unsubscribe: <https:[^>]+>, <mailto:([a-z2-7]{56})@back\.example\?/.exec(text)?.[1] ?? ''
    );
  });
  assert.equal(
    locals.map((local) => deliveryOfLocalPart(tokens, local, 'unsubscribe')?.recipient),
    [0, 1],
  );
  assert.is(deliveryOfLocalPart(tokens, locals[0] ?? ''), null, 'it is no bounce address');
});

test.run();
