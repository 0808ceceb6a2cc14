import { simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liquidRenderer } from '../../../src/adapters/liquid/renderer.ts';
import { signedTokens } from '../../../src/adapters/node/signedTokens.ts';
import { deliveryOfToken } from '../../../src/commands/email/deliveryToken.ts';
import { publicLinks } from '../../../src/commands/email/publicLinks.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { template } from '../../../src/events/template.ts';
import type { Renderer } from '../../../src/ports/renderer.ts';
import { CORRELATION, recipient, senderBench, WORKSPACE } from '../senderBench.ts';

/** `unsubscribe_url` in what is handed to the server. */
const test = suite<{ renderer: Renderer }>('the unsubscribe link in a message');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000000';
const tokens = signedTokens(Buffer.alloc(32, 7));
const links = publicLinks(tokens, 'https://t.example');

test.before((context) => {
  context.renderer = liquidRenderer({ processes: 1 });
});
test.after(({ renderer }) => renderer.close());

interface Words {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

async function sent(renderer: Renderer, words: Words, fields: Partial<EmailAccepted>, variables?: object) {
  const bench = await senderBench({ links, renderer });
  const { subject = 'News', html = '<p>x</p>', text = 'x' } = words;
  const stored = { subject, html: { inline: html }, text: { inline: text } };
  const recipients = [recipient(1, 'a@b.example'), recipient(2, 'c@b.example', { kind: 'cc' })];
  if (variables === undefined) await bench.accept(ID, { ...stored, recipients, ...fields });
  else {
    const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };
    const created = { friendlyName: 't', name: 'T', variables: { inline: '{}' }, revision: 1, ...stored };
    const events = newEvents(bench.ledger, origin, [{ type: 'TemplateCreated', data: created }]);
    await bench.store.append(template.stream(TEMPLATE), 'no-stream', events);
    await bench.accept(ID, {
      ...{ subject: '', html: null, text: null, recipients },
      template: { templateId: TEMPLATE, revision: 1, variables: { inline: JSON.stringify(variables) } },
      ...fields,
    });
  }
  await bench.run(ID);
  const mails = await Promise.all(
    bench.mailer.sent.map(({ raw }) => simpleParser(raw, { skipImageLinks: true })),
  );
  return {
    history: await bench.history(ID),
    mails: mails.map(({ html, text, subject, headers }) => ({
      ...{ html: String(html), text: text ?? '', subject },
      header: JSON.stringify(headers.get('list')),
    })),
  };
}

const BROADCAST = { messageStream: 'broadcast' } as const;
const HTML = '<p><a href="https://x.co/">x</a> <a href="{{ unsubscribe_url }}">leave</a></p>';
const TEXT = 'Leave: {{unsubscribe_url}}\nor {{- unsubscribe_url -}}.';

for (const [words, variables] of [
  ['a template', {}],
  ['a broadcast’s own words', undefined],
] as const)
  test(`${words}: each recipient's own link, in html and text, the same as the header's, untouched by click tracking`, async ({
    renderer,
  }) => {
    const { mails } = await sent(
      renderer,
      { html: HTML, text: 'Leave: {{unsubscribe_url}}' },
      BROADCAST,
      variables,
    );
    assert.is(mails.length, 2);
    for (const [place, { html, text, header }] of mails.entries()) {
      const [, token = ''] = /href="https:\/\/t\.example\/u\/([\w-]+)"/.exec(html) ?? [];
      assert.equal(deliveryOfToken(tokens, 'unsubscribe', token), {
        emailId: ID,
        recipient: place,
        extra: '',
      });
      assert.match(text, `Leave: https://t.example/u/${token}`);
      assert.match(header, `https://t.example/u/${token}`);
      assert.is(html.match(/\/c\//g)?.length, 1, 'the other link is tracked');
    }
  });

test('flags off: nothing of a broadcast differs from its words but the link', async ({ renderer }) => {
  const flags = { trackOpens: false, trackClicks: false };
  const { mails } = await sent(renderer, { html: HTML, text: TEXT }, { ...BROADCAST, ...flags });
  const [link] = /https:\/\/t\.example\/u\/[\w-]+/.exec(mails[1]?.html ?? '') ?? [];
  assert.is(mails[1]?.html.trim(), HTML.replace('{{ unsubscribe_url }}', link ?? ''));
  assert.match(mails[1]?.text ?? '', `Leave: ${link}\nor ${link}.`);
});

test('a link that leads there by a parameter of its own arrives with it, tracked', async ({ renderer }) => {
  const html = '<a href="https://x.co/?next={{ unsubscribe_url | url_encode }}">x</a>';
  const { mails } = await sent(renderer, { html }, BROADCAST, {});
  const [, click = ''] = /\/c\/([\w-]+)/.exec(mails[0]?.html ?? '') ?? [];
  const target = new URL(deliveryOfToken(tokens, 'click', click)?.extra ?? '').searchParams.get('next') ?? '';
  const token = target.split('/').at(-1) ?? '';
  assert.is(target, `https://t.example/u/${token}`);
  assert.is(deliveryOfToken(tokens, 'unsubscribe', token)?.recipient, 0);
});

test('transactional mail has no such link: a template renders empty, its own words stay as they are', async ({
  renderer,
}) => {
  const guarded = '<p>{% if unsubscribe_url %}leave{% else %}stay{% endif %}[{{ unsubscribe_url }}]</p>';
  const rendered = await sent(renderer, { html: guarded }, {}, {});
  assert.match(rendered.mails[0]?.html ?? '', '<p>stay[]');
  const own = await sent(renderer, { html: HTML, text: TEXT }, { trackOpens: false, trackClicks: false });
  assert.is(own.mails[0]?.html.trim(), HTML);
  assert.is(own.mails[0]?.text.trim(), TEXT);
});

test('a variable of that name which the customer gives is theirs, in either stream', async ({ renderer }) => {
  for (const fields of [BROADCAST, {}]) {
    const variables = { unsubscribe_url: 'https://leave.co/me' };
    const { mails } = await sent(renderer, { text: 'Leave: {{ unsubscribe_url }}' }, fields, variables);
    assert.match(mails[0]?.text ?? '', 'Leave: https://leave.co/me');
  }
});

test('a subject is the same for all, so it has no recipient’s link', async ({ renderer }) => {
  const { mails } = await sent(renderer, { subject: 'News {{ unsubscribe_url }}' }, BROADCAST, {});
  assert.is(mails[0]?.subject?.trim(), 'News');
});

test('the simulated click is on a link of the customer’s', async ({ renderer }) => {
  const recipients = [recipient(1, 'click@example.com', { sandbox: true })];
  const html = '<a href="{{ unsubscribe_url }}">leave</a> <a href="https://x.co/">x</a>';
  const bench = await senderBench({ links, renderer });
  await bench.accept(ID, { ...BROADCAST, html: { inline: html }, recipients });
  await bench.run(ID);
  const clicked = (await bench.events(ID)).find(({ type }) => type === 'Clicked');
  assert.is(clicked?.type === 'Clicked' && clicked.data.url, 'https://x.co/');
});

test.run();
