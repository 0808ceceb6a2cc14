// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emailAcceptance } from '../../src/accepting/emailAcceptance.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { acceptDraft } from '../../src/commands/email/acceptEmail.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { email } from '../../src/events/email.ts';
import { mailShower } from '../../src/main/mailShower.ts';
import { terminal, workspaceInTerminal } from '../cli/terminal.ts';
import { consoleFixture } from '../console/consoleFixture.ts';
import { plainEmail } from '../sender/senderBench.ts';
import { quietLog } from '../support/quietLog.ts';

const test = suite('mail by SMTP that someone looks at');

const ID = '11111111-1111-4111-8111-111111111111';
/** Beyond what an event has of a mail. */
const LARGE = `${'x'.repeat(76)}\r\n`.repeat(1_000);
const raw = (more: string) =>
  Buffer.from(
    [
      ...['From: a@acme.test', 'Subject: s', 'Content-Type: multipart/mixed; boundary=b', '', '--b'],
      ...['Content-Type: text/plain; format=flowed', '', '> gr\xfcn ', '> and more', '--b'],
      ...['Content-Type: text/html', '', '<p>gr\xfcn</p>', '--b', 'Content-Type: application/pdf'],
      ...['Content-Disposition: attachment; filename="../a/J\xfcrgen.pdf"', '', `%PDF${more}`, '--b--', ''],
    ].join('\r\n'),
    'latin1',
  );
const draft = { ...plainEmail, text: null, subject: 's', template: null, attachments: [] };

test('the console shows text, html and files, of a mail in the event and of one in the blob store', async () => {
  const at = await consoleFixture();
  try {
    const ann = await at.loggedIn();
    const accepting = emailAcceptance(at.api.context);
    for (const [id, more] of [
      [ID, ''],
      [ID.replaceAll('1', '2'), LARGE],
    ] as const) {
      const { data } = await acceptDraft(accepting, at.api.origin, id, {
        ...{ ...draft, html: null, to: ['ann@customer.test'], raw: raw(more) },
      });
      assert.is('blob' in (data.raw?.content ?? {}), more !== '');
      assert.is(data.raw?.bytes, raw(more).length);
      await at.api.project();
      const { text } = await ann.get(`/w/default/messages/${id}`);
      assert.match(text, /<pre><bdi>&gt; grün and more<\/bdi><\/pre>/);
      assert.match(text, /grün\.pdf|Jürgen\.pdf/);
      assert.not.match(text, '../a/');
      assert.match((await ann.get(`/w/default/messages/${id}/html`)).text, '<p>grün</p>');
      const file = await ann.get(`/w/default/messages/${id}/files/0`);
      assert.is(file.text, `%PDF${more}`);
      assert.match(String(file.headers['content-disposition']), "filename*=UTF-8''J%C3%BCrgen.pdf");
    }
  } finally {
    await at.close();
  }
});

test('audit show does too', async () => {
  const cli = await terminal();
  await cli.run('workspaces create default');
  const origin = {
    workspace: workspaceInTerminal('default'),
    actor: 'key:1',
    correlation: ID,
    causation: null,
  };
  const given = raw('');
  const kept = { content: { inline: given.toString('base64') }, bytes: given.length, headBytes: 80 };
  const event = { type: 'EmailAccepted', data: { ...plainEmail, text: null, raw: kept } };
  await cli.ledger.store.append(email.stream(ID), 'no-stream', newEvents(cli.ledger, origin, [event]));
  const { stdout } = await cli.run(`audit show ${ID}`);
  assert.match(stdout, /^ {2}text: > grün and more$/m);
  assert.match(stdout, /^ {2}files: Jürgen\.pdf$/m);
  const { data } = await cli.json(`audit show ${ID}`);
  assert.equal(data.mail.files, [{ filename: 'Jürgen.pdf', type: 'application/pdf', bytes: 4 }]);
});

test('it is read in a thread', async () => {
  const mails = mailShower({ clock: systemClock, log: quietLog });
  try {
    const shown = await mails.show(raw(LARGE), 'w');
    assert.match(shown?.html ?? '', /<p>grün<\/p>$/);
    const file = await mails.file(raw(LARGE), 'w', 0);
    assert.equal([file?.filename, file?.content.length], ['Jürgen.pdf', 4 + LARGE.length]);
    assert.is(await mails.file(raw(''), 'w', 1), null);
    const deep = Array.from(
      { length: 2_000 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    const nested = Buffer.from(`Content-Type: multipart/mixed; boundary=b0\r\n\r\n${deep.join('')}`);
    assert.ok((await mails.show(nested, 'w')) !== undefined);
  } finally {
    await mails.close();
  }
});

test('a key says what is counted of mail by SMTP', async () => {
  const cli = await terminal();
  await cli.run('workspaces create default');
  const { data } = await cli.json('keys create --scopes all --track opens,clicks');
  assert.equal(data.track, ['opens', 'clicks']);
  await cli.json('keys create --scopes all');
  const { data: keys } = await cli.json('keys list');
  assert.equal(
    keys.map(({ track }: { track: string[] }) => track),
    [['opens', 'clicks'], []],
  );
  assert.match((await cli.run('keys list')).stdout, /TRACK[\s\S]*opens,\s*clicks/);
  assert.is((await cli.run('keys create --scopes all --track reads')).exitCode, 2);
});

test.run();
