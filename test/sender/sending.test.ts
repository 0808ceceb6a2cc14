import { createHash } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liquidRenderer } from '../../src/adapters/liquid/renderer.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { relayMailer } from '../../src/adapters/smtp/relayMailer.ts';
import { deliveryOfToken } from '../../src/commands/email/deliveryToken.ts';
import { publicLinks } from '../../src/commands/email/publicLinks.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { campaign } from '../../src/events/campaign.ts';
import { template } from '../../src/events/template.ts';
import type { Mailer } from '../../src/ports/mailer.ts';
import { type Renderer, RendererBusy, type RenderOutcome } from '../../src/ports/renderer.ts';
import { type SmtpSink, smtpSink } from '../adapters/smtp/smtpServer.ts';
import {
  CORRELATION,
  fakeMailer,
  recipient,
  type SenderBench,
  senderBench,
  WORKSPACE,
} from './senderBench.ts';

/** The whole way of a message: log, renderer, composer, a real SMTP server, and a parser that reads it back. */
const test = suite<{ sink: SmtpSink; mailer: Mailer; renderer: Renderer }>('sending');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000000';
const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };

test.before(async (context) => {
  context.sink = await smtpSink();
  context.mailer = relayMailer({ url: `smtp://127.0.0.1:${context.sink.port}` });
  context.renderer = liquidRenderer({ processes: 1 });
});
test.after(async ({ sink, mailer, renderer }) => {
  await Promise.all([mailer.close(), renderer.close()]);
  await sink.close();
});
test.before.each(({ sink }) => void sink.mails.splice(0));

async function withTemplate(bench: SenderBench): Promise<void> {
  const created = {
    friendlyName: 't',
    name: 'T',
    variables: { inline: '{"greeting":"Hello","name":"nobody"}' },
    revision: 1,
    subject: '{{ greeting }} {{ name }}',
    html: { inline: '<p>{{ name }}, {{ code }}</p>' },
    text: { inline: '{{ name }}, {{ code }}' },
  };
  const later = { revision: 2, subject: 'changed', html: null, text: { inline: 'changed' } };
  const events = [
    { type: 'TemplateCreated', data: created },
    { type: 'TemplateRevised', data: later },
  ];
  await bench.store.append(template.stream(TEMPLATE), 'no-stream', newEvents(bench.ledger, origin, events));
}

/** The template's default variables change, which messages from before must not show. */
async function changeDefaults(bench: SenderBench): Promise<void> {
  const changed = [{ type: 'TemplateChanged', data: { variables: { inline: '{"greeting":"too late"}' } } }];
  await bench.store.append(template.stream(TEMPLATE), 1, newEvents(bench.ledger, origin, changed));
}

const headOf = (raw: Buffer | undefined) => raw?.toString('latin1', 0, raw.indexOf('\r\n\r\n') + 2) ?? '';

const sentWith = (variables: object) => ({
  subject: '{{ greeting }} {{ name }}',
  text: null,
  template: { templateId: TEMPLATE, revision: 1, variables: { inline: JSON.stringify(variables) } },
});

test('servers get A-labels where an address was written with U-labels', async () => {
  const mailer = fakeMailer();
  const bench = await senderBench({ mailer });
  const mail = { from: 'Me <me@bücher.example>', to: ['You <you@пример.рф>'] };
  await bench.accept(ID, { ...mail, recipients: [recipient(1, 'you@пример.рф')] });
  await bench.run(ID);
  const [sent] = mailer.sent;
  assert.is(sent?.sender, 'me@xn--bcher-kva.example');
  assert.is(sent?.recipient, 'you@xn--e1afmkfd.xn--p1ai');
  const head = headOf(sent?.raw);
  assert.match(head, /^From: Me <me@xn--bcher-kva\.example>\r\n/m);
  assert.match(head, /^To: You <you@xn--e1afmkfd\.xn--p1ai>\r\n/m);
  const submitted = (await bench.events(ID)).find((event) => event.type === 'Submitted');
  assert.is(submitted?.data.recipient, 'you@пример.рф');
});

test('files of every byte arrive at a real server as they were', async ({ sink, mailer }) => {
  const bench = await senderBench({ mailer });
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 256));
  const text = '.leading dot\n..two\nGrüße\n';
  await bench.accept(ID, {
    text: await bench.blobs.put(Buffer.from(text)).then((blob) => ({ blob })),
    html: { inline: '<img src="cid:pic">' },
    recipients: [recipient(1, 'you@b.example'), recipient(2, 'bcc@b.example', { kind: 'bcc' })],
    attachments: [
      {
        filename: 'f.bin',
        type: 'application/x-f',
        contentId: null,
        disposition: 'attachment',
        content: await bench.blobs.put(content),
      },
      {
        filename: 'p.png',
        type: 'image/png',
        contentId: 'pic',
        disposition: 'inline',
        content: await bench.blobs.put(content),
      },
    ],
  });
  await bench.run(ID);
  assert.equal(sink.mails.map(({ to }) => to).sort(), [['bcc@b.example'], ['you@b.example']]);
  for (const { raw, from } of sink.mails) {
    assert.is(from, 'me@a.example');
    assert.match(
      raw.toString('latin1'),
      new RegExp(`\\r\\nMessage-ID: <${ID}\\.[a-z2-7]{28}@a\\.example>\\r\\n`),
    );
    assert.not.ok(raw.includes('bcc@b.example'));
    const mail = await simpleParser(raw, { skipImageLinks: true });
    assert.is(mail.text, text);
    for (const attachment of mail.attachments) assert.is(attachment.content.compare(content), 0);
    assert.is(mail.attachments.length, 2);
  }
  const submitted = (await bench.events(ID)).filter((event) => event.type === 'Submitted');
  assert.is(submitted.length, 2);
  for (const { data } of submitted) {
    const arrived = sink.mails.find(({ to }) => to.includes(data.recipient))?.raw ?? '';
    assert.equal(data.handover, {
      server: { host: '127.0.0.1', address: '127.0.0.1', tls: null },
      sha256: createHash('sha256').update(arrived).digest('hex'),
      sender: 'me@a.example',
      dkim: [],
    });
  }
});

test('a template is sent in the accepted revision, a line break in a variable opens no header', async ({
  sink,
  mailer,
  renderer,
}) => {
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  await bench.accept(ID, sentWith({ name: 'A&B\r\nBcc: x@y.zz', code: null }));
  await changeDefaults(bench);
  await bench.run(ID);
  const mail = await simpleParser(sink.mails[0]?.raw ?? '');
  assert.is(mail.subject, 'Hello A&B Bcc: x@y.zz');
  assert.is(mail.bcc, undefined);
  assert.match(String(mail.html), '<p>A&amp;B');
  assert.match(mail.text ?? '', /^A&B\nBcc: x@y.zz, /);
});

test('issue 54, 2: the rendered subject is kept with the handover, of simulated recipients too, and of other mail not', async ({
  mailer,
  renderer,
}) => {
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  const recipients = [recipient(1, 'you@b.example'), recipient(2, 'bounce@example.com')];
  await bench.accept(ID, { ...sentWith({ name: 'A\r\nB', code: null }), recipients });
  await bench.run(ID);
  const plain = `${ID.slice(0, -1)}f`;
  await bench.accept(plain, {});
  await bench.run(plain);
  const subjects = async (id: string) =>
    (await bench.events(id)).flatMap(({ type, data }) => (type === 'Submitted' ? [data.subject] : []));
  assert.equal(await subjects(ID), ['Hello A B', 'Hello A B']);
  assert.equal(await subjects(plain), [undefined]);
});

test('a campaign keeps the default variables of its creation, however late a message of it is accepted', async ({
  sink,
  mailer,
  renderer,
}) => {
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  const campaignId = 'cccccccc-0000-4000-8000-000000000000';
  const data = { runId: ID, templateId: TEMPLATE, templateRevision: 1 };
  const created = newEvents(bench.ledger, origin, [{ type: 'CampaignCreated', data }]);
  await bench.store.append(campaign.stream(campaignId), 'no-stream', created);
  await changeDefaults(bench);
  const sent = sentWith({ name: 'Ann', code: null });
  await bench.accept(ID, { ...sent, campaign: { campaignId, runId: ID, contactId: ID } });
  await bench.run(ID);
  assert.is((await simpleParser(sink.mails[0]?.raw ?? '')).subject, 'Hello Ann');
});

test('a subject that a template makes too long is a rendering failure', async ({
  sink,
  mailer,
  renderer,
}) => {
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  await bench.accept(ID, sentWith({ name: 'ä'.repeat(992), code: null }));
  await bench.run(ID);
  assert.is((await simpleParser(sink.mails[0]?.raw ?? '')).subject, `Hello ${'ä'.repeat(992)}`);
  const other = 'bbbbbbbb-0000-4000-8000-000000000000';
  await bench.accept(other, sentWith({ name: 'ä'.repeat(993), code: null }));
  await bench.run(other);
  const failed = (await bench.events(other)).at(-1);
  assert.is(
    failed?.type === 'RenderingFailed' && failed.data.reason,
    'subject: has 999 characters, at most 998 may be sent',
  );
  assert.is(sink.mails.length, 1);
});

test('a missing variable is a rendering failure for every recipient, nothing is submitted', async ({
  sink,
  mailer,
  renderer,
}) => {
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  const recipients = [recipient(1, 'you@b.example'), recipient(2, 'click@example.com')];
  await bench.accept(ID, { ...sentWith({ name: 'x' }), recipients });
  await bench.run(ID);
  assert.equal(await bench.history(ID), [
    'RenderingFailed you@b.example',
    'RenderingFailed click@example.com',
  ]);
  const failed = (await bench.events(ID)).at(-1);
  assert.is(failed?.type === 'RenderingFailed' && failed.data.reason, 'html: the variable code is missing');
  assert.is(sink.mails.length, 0);
  await bench.fold();
  assert.is(await bench.outbox(ID), null);
});

/** A renderer whose answers are given, the last one for ever. */
const answering = (...outcomes: (RenderOutcome | Error)[]): Renderer => ({
  render: async () => {
    const next = (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? new Error('no answer is left');
    if (next instanceof Error) throw next;
    return next;
  },
  check: async () => [],
  close: async () => {},
});
const RENDERED = { outcome: 'rendered', parts: { subject: 's', html: 'h', text: 't' } } as const;
const EXHAUSTED = { outcome: 'exhausted', part: 'html', reason: 'rendering took too long' } as const;

test('a busy renderer puts a mail off by the ordinary backoff, and says nothing final', async ({
  sink,
  mailer,
}) => {
  const busy = new RendererBusy('the render process ended (SIGKILL)');
  const bench = await senderBench({ mailer, renderer: answering(busy, busy, busy, busy, RENDERED) });
  await withTemplate(bench);
  await bench.accept(ID, { ...sentWith({}), recipients: [recipient(1, 'you@b.example')] });
  const waitsMs: number[] = [];
  for (let n = 0; n < 4; n++) {
    await bench.run(ID);
    await bench.fold();
    waitsMs.push(((await bench.outbox(ID))?.dueAtMs ?? 0) - bench.clock.nowMs());
    await bench.clock.advance(waitsMs.at(-1) ?? 0);
  }
  for (const [n, minutes] of [1, 5, 15, 30].entries())
    assert.ok(Math.abs((waitsMs[n] ?? 0) / (minutes * 60_000) - 1) <= 0.2, `wait ${n}: ${waitsMs[n]}`);
  const [, first] = await bench.events(ID);
  assert.ok(first?.type === 'DeliveryDelayed');
  const { cause, diagnosticCode, reported, attempt } = first.data;
  assert.equal([cause, diagnosticCode, reported, attempt], ['busy', busy.message, false, 0]);
  await bench.run(ID);
  assert.is(sink.mails.length, 1);
});

test('an exhausted template has failed after three tries, one and five minutes apart', async ({
  sink,
  mailer,
}) => {
  const busy = new RendererBusy('the same template was exhausted a moment ago');
  const renderer = answering(EXHAUSTED, busy, EXHAUSTED, EXHAUSTED);
  const bench = await senderBench({ mailer, renderer });
  await withTemplate(bench);
  await bench.accept(ID, sentWith({}));
  const waitsMs: number[] = [];
  for (let n = 0; n < 4; n++) {
    await bench.run(ID);
    await bench.fold();
    const dueAtMs = (await bench.outbox(ID))?.dueAtMs;
    if (dueAtMs !== undefined) waitsMs.push(dueAtMs - bench.clock.nowMs());
    await bench.clock.advance(waitsMs.at(-1) ?? 0);
  }
  assert.equal([waitsMs[0], waitsMs[2]], [60_000, 300_000]);
  assert.equal(
    (await bench.history(ID)).map((line) => line.split(' ')[0]),
    ['DeliveryDelayed', 'DeliveryDelayed', 'DeliveryDelayed', 'RenderingFailed'],
  );
  const failed = (await bench.events(ID)).at(-1);
  assert.is(failed?.type === 'RenderingFailed' && failed.data.reason, 'html: rendering took too long');
  assert.is(sink.mails.length, 0);
});

test('broadcast mail carries one-click unsubscription where there is an address for it', async ({
  sink,
  mailer,
}) => {
  const bench = await senderBench({
    mailer,
    links: publicLinks(signedTokens(Buffer.alloc(32, 7)), 'https://p.example'),
  });
  await bench.accept(ID, { messageStream: 'broadcast' });
  await bench.run(ID);
  const [, url = ''] =
    /\r\nList-Unsubscribe: <(https:\/\/p\.example\/u\/[\w-]+)>\r\n/.exec(headOf(sink.mails[0]?.raw)) ?? [];
  const tokens = signedTokens(Buffer.alloc(32, 7));
  assert.equal(deliveryOfToken(tokens, 'unsubscribe', url.slice(url.lastIndexOf('/') + 1)), {
    emailId: ID,
    recipient: 0,
    extra: '',
  });
  assert.match(headOf(sink.mails[0]?.raw), '\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const other = 'bbbbbbbb-0000-4000-8000-000000000000';
  await bench.accept(other, { messageStream: 'transactional' });
  await bench.run(other);
  assert.not.ok(sink.mails[1]?.raw.includes('List-Unsubscribe'));
});

test.run();
