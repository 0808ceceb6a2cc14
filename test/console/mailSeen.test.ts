import { hash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { email } from '../../src/events/email.ts';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import { RUN_ALL } from '../support/testRun.ts';
import { type ConsoleFixture, called } from './consoleFixture.ts';
import { type RenderingContext, renderingConsole } from './renderingConsole.ts';

/** Issue 54, 1: a message as its receiver saw it. */
const test = suite<RenderingContext>('console: the mail itself');
renderingConsole(test);

let templates = 0;
const send = (at: ConsoleFixture, more: object) =>
  called(at, '/v1/emails', { from: 'Shop <shop@acme.test>', to: 'ann@customer.test', ...more });
const pageOf = (id: string) => `/w/default/messages/${id}`;

/** Appends to the stream of a message. */
async function append({ api }: ConsoleFixture, id: string, ...events: { type: string; data: object }[]) {
  const { length } = await email.read(api.store, id);
  const [accepted] = await email.read(api.store, id);
  const [recipient] = accepted?.type === 'EmailAccepted' ? accepted.data.recipients : [];
  const of = {
    deliveryId: recipient?.deliveryId,
    suppressionId: recipient?.suppressionId,
    recipient: recipient?.address,
    sandbox: false,
  };
  const whole = events.map(({ type, data }) => ({ type, data: { ...of, ...data } }));
  await api.ledger.store.append(
    email.stream(id),
    length - 1,
    newEvents(api.ledger, { ...api.origin, actor: 'sender' }, whole),
  );
}

/** A mail that was submitted by SMTP. */
async function submitted(at: ConsoleFixture, raw: string, more: object = {}): Promise<string> {
  const { api } = at;
  const [plain] = await email.read(api.store, await send(at, { subject: 's', text: 't' }));
  const { data } = plain as { data: EmailAccepted };
  const bytes = Buffer.from(raw.replaceAll('\n', '\r\n'));
  const kept = { content: { inline: bytes.toString('base64') }, bytes: bytes.length, headBytes: 80 };
  const id = api.ledger.ids.uuid();
  const event = { type: 'EmailAccepted', data: { ...data, text: null, raw: kept, ...more } };
  await api.ledger.store.append(email.stream(id), 'no-stream', newEvents(api.ledger, api.origin, [event]));
  return id;
}

const template = (at: ConsoleFixture, more: object) =>
  called(at, '/v1/templates', {
    ...{ friendly_name: `order-${templates++}`, name: 'Order', subject: 'Order {{ order }} for {{ name }}' },
    ...{ text: 'Dear {{ name }}', html: '<p>Dear {{ name }}</p>', variables: { name: 'friend' } },
    ...more,
  });

test('a mail of a template: its revision with its variables, also after the template changed', async ({
  at,
  ann,
}) => {
  const templateId = await template(at, {});
  const id = await send(at, { template_id: templateId, variables: { order: 'No. 7', name: '<Ann>' } });
  await at.api.call('PATCH', `/v1/templates/${templateId}`, { body: { subject: 'x', text: 'x', html: 'x' } });
  const { text } = await ann.get(pageOf(id));
  assert.match(text, '<dt>Subject</dt><dd>Order No. 7 for &lt;Ann&gt;</dd>');
  assert.match(text, 'Rendered again, from revision 1 of its template and its variables.');
  assert.match(text, '<pre>Dear &lt;Ann&gt;</pre>');
  assert.match(text, `<iframe src="${pageOf(id)}/html" sandbox`);
  const frame = await ann.get(`${pageOf(id)}/html`);
  assert.is(frame.text, '<p>Dear &lt;Ann&gt;</p>');
  assert.is(
    frame.headers['content-security-policy'],
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  );
  const eml = await ann.get(`${pageOf(id)}/eml`);
  assert.is(eml.headers['content-type'], 'message/rfc822');
  assert.is(eml.headers['content-disposition'], `attachment; filename="message-${id}.eml"`);
  assert.match(eml.text, 'Subject: Order No. 7 for <Ann>\r\n');
  assert.match(text, hash('sha256', eml.text));
  const source = (await ann.get(`${pageOf(id)}/source`)).text;
  assert.match(source, 'Subject: Order No. 7 for &lt;Ann&gt;');
});

test('neither picture nor tracked link nor link to unsubscribe: their targets, and it says so', async ({
  at,
  ann,
}) => {
  const templateId = await template(at, {
    html: '<a href="https://shop.test/a?b=1">a</a><a href="{{ unsubscribe_url }}">stop</a></body>',
    text: 'stop: {{ unsubscribe_url }}',
  });
  const id = await send(at, {
    template_id: templateId,
    variables: { order: 1 },
    ...{ message_stream: 'broadcast', track_opens: true, track_clicks: true },
  });
  const { text } = await ann.get(pageOf(id));
  assert.match(text, 'no picture that counts openings, links lead to their targets');
  const frame = (await ann.get(`${pageOf(id)}/html`)).text;
  assert.is(
    frame,
    '<a href="https://shop.test/a?b=1">a</a><a href="https://links.example.net/u/left-out">stop</a></body>',
  );
  const eml = (await ann.get(`${pageOf(id)}/eml`)).text;
  assert.match(eml, 'stop: https://links.example.net/u/left-out');
  assert.not.match(eml, /\/o\/|\/c\/|List-Unsubscribe|Delivery-I|DKIM|UnsubscribeToken/i);
});

test('pictures of the mail are shown, what lies elsewhere is not, and files are listed', async ({
  at,
  ann,
}) => {
  const id = await send(at, {
    subject: 's',
    html: '<img src="cid:logo"><img src="https://example.net/x.png"><img src="cid:gone">',
    attachments: [
      { filename: 'logo.png', content: 'cG5n', type: 'image/png', disposition: 'inline', contentId: 'logo' },
      { filename: '<b>.pdf', content: 'cGRm', type: 'application/pdf' },
    ],
  });
  assert.is(
    (await ann.get(`${pageOf(id)}/html`)).text,
    '<img src="data:image/png;base64,cG5n"><img src="data:,"><img src="data:,">',
  );
  const { text } = await ann.get(pageOf(id));
  assert.match(text, '1 of its pictures, styles and other parts lie elsewhere and are left out');
  assert.match(text, '1 of its own pictures are left out');
  assert.match(text, />&lt;b&gt;\.pdf<\/a><\/td><td>application\/pdf<\/td><td class="number">3<\/td>/);
});

test('a submitted mail from its own bytes', async ({ at, ann }) => {
  const raw = `From: Shop <shop@acme.test>
To: ann@customer.test
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
X-Own: kept
Message-ID: <1@acme.test>
Date: Sat, 28 Nov 2026 00:00:00 +0000
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>sch=F6n
`;
  const id = await submitted(at, raw);
  const { text } = await ann.get(pageOf(id));
  assert.match(text, 'Rendered again, from the bytes that were submitted.');
  assert.match(text, '<td>X-Own</td><td>kept</td>');
  assert.match((await ann.get(`${pageOf(id)}/html`)).text, '<p>schön');
  const eml = (await ann.get(`${pageOf(id)}/eml`)).text;
  assert.match(eml, raw.slice(raw.indexOf('X-Own')).replaceAll('\n', '\r\n').slice(0, 60));
  assert.match(eml, /^Received: by postledger/m);
});

/** The name that a browser keeps a download under, and the one for programs that know no RFC 8187. */
function namesOf(disposition: unknown): readonly (string | undefined)[] {
  // Nothing else may stand in it: a quote or an end of line of the name would end the name.
  const [, plain, encoded = ''] =
    /^attachment; filename="([ !#-[\]-~]*)"; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[\dA-F]{2})*)$/.exec(
      String(disposition),
    ) ?? [];
  return [plain, decodeURIComponent(encoded)];
}

test('issue 54, 1: each file by itself, as it was attached, to be kept and never to be shown', async ({
  at,
  ann,
}) => {
  const templateId = await template(at, {});
  const attachments = [
    { filename: 'Rechnung März.html', content: 'PHNjcmlwdD5hPC9zY3JpcHQ+', type: 'text/html' },
    { filename: 'b.svg', content: 'PHN2Zy8+', type: 'image/svg+xml' },
  ];
  const variables = { order: 1 };
  for (const id of [
    await send(at, { subject: 's', text: 't', attachments }),
    await send(at, { template_id: templateId, variables, attachments }),
  ]) {
    const { text } = await ann.get(pageOf(id));
    assert.match(text, `<a href="${pageOf(id)}/files/0" download><bdi>Rechnung März.html</bdi></a>`);
    assert.match(text, `<a href="${pageOf(id)}/files/1" download>b.svg</a>`);
    const first = await ann.get(`${pageOf(id)}/files/0`);
    assert.is(first.text, '<script>a</script>');
    assert.equal(namesOf(first.headers['content-disposition']), ['Rechnung M_rz.html', 'Rechnung März.html']);
    assert.is(first.headers['content-type'], 'application/octet-stream');
    assert.is(first.headers['x-content-type-options'], 'nosniff');
    assert.match(String(first.headers['content-security-policy']), /^sandbox; default-src 'none'/);
    assert.is((await ann.get(`${pageOf(id)}/files/1`)).text, '<svg/>');
    for (const place of ['2', '-1', '0.0', '1e0', '99999999', '__proto__', 'length'])
      assert.is((await ann.get(`${pageOf(id)}/files/${place}`)).status, 404, place);
  }
  const none = await send(at, { subject: 's', text: 't' });
  assert.is((await ann.get(`${pageOf(none)}/files/0`)).status, 404);
});

test('hostile names of files: the header stays whole, and the name leads nowhere and hides nothing', async ({
  at,
  ann,
}) => {
  const names: readonly (readonly [sent: string, kept: string, plain?: string])[] = [
    [`a"; filename=evil.exe; x="`, `a"; filename=evil.exe; x="`, 'a_; filename=evil.exe; x=_'],
    ["a%22b'(c)*.pdf", "a%22b'(c)*.pdf", "a_22b'(c)*.pdf"],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['.bashrc', 'bashrc'],
    ['..', 'file'],
    ['C:x:$DATA', 'C_x_$DATA'],
    ['\u{1F468}\u200d\u{1F469} 1.png', '\u{1F468}\u200d\u{1F469} 1.png', '___ 1.png'],
    [`${'\u{1F600}'.repeat(300)}.tar.gz`, `${'\u{1F600}'.repeat(113)}.tar.gz`, `${'_'.repeat(113)}.tar.gz`],
  ];
  const parts = names.map(
    ([name]) => `--b
Content-Type: text/html
Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name).replaceAll("'", '%27')}

<script>alert(1)</script>`,
  );
  const lines = ["attachment; filename*=utf-8''a%0D%0ASet-Cookie:%20x=1%00%07.pdf", 'attachment'].map(
    (field) => `--b\nContent-Type: text/html\nContent-Disposition: ${field}\n\nx`,
  );
  const id = await submitted(
    at,
    `Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n${[...parts, ...lines].join('\n')}\n--b--\n`,
  );
  const fileAt = async (place: number) => {
    const { status, headers, text } = await ann.get(`${pageOf(id)}/files/${place}`);
    assert.is(status, 200, `${place}`);
    assert.is(headers['content-type'], 'application/octet-stream');
    return { text, names: namesOf(headers['content-disposition']), cookie: headers['set-cookie'] };
  };
  for (const [place, [sent, kept, plain = kept]] of names.entries()) {
    const file = await fileAt(place);
    assert.equal(file.names, [plain, kept], sent);
    assert.is(file.text.trim(), '<script>alert(1)</script>');
  }
  const withLines = await fileAt(names.length);
  assert.equal(withLines.names, ['a Set-Cookie_ x=1 .pdf', 'a Set-Cookie_ x=1 .pdf']);
  assert.not.match(String(withLines.cookie), 'x=1');
  assert.equal((await fileAt(names.length + 1)).names, ['file', 'file']);
  const { text } = await ann.get(pageOf(id));
  assert.match(text, `files/${names.length + 1}" download>without a name</a>`);
  assert.not.match(text, '\u202e');
});

test('hostile mails: nothing of it runs, what is unseen is shown, direction stays inside', async ({
  at,
  ann,
}) => {
  const markup = `<script>alert(1)</script><form action="https://evil.test"><button>x</button></form>
<meta http-equiv="refresh" content="0;url=https://evil.test"><div style="background:url(https://evil.test/1)"></div>
<svg onload="alert(1)"><image href="https://evil.test/2"/></svg></pre></main>`;
  const id = await send(at, {
    subject: 'a\u202eb</title>',
    html: markup,
    text: 'a\u202eb\u0007</pre><script>alert(2)</script>',
  });
  const { text } = await ann.get(pageOf(id));
  assert.not.match(text, '<script>alert');
  assert.not.match(text, '\u202e');
  assert.match(text, '<bdi>a\\u202eb\\u0007&lt;/pre&gt;');
  const frame = await ann.get(`${pageOf(id)}/html`);
  assert.match(String(frame.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.is(frame.headers['content-type'], 'text/html; charset=utf-8');
  assert.is(frame.headers['x-content-type-options'], 'nosniff');
  assert.not.match(frame.text, 'evil.test/1');
  assert.not.match(frame.text, 'evil.test/2');
  const source = (await ann.get(`${pageOf(id)}/source`)).text;
  assert.not.match(source, '<script>alert');
});

test('a huge text is cut on the page and whole in the file', async ({ at, ann }) => {
  const id = await send(at, { subject: 's', text: 'long words '.repeat(40_000) });
  const { text } = await ann.get(pageOf(id));
  assert.ok(text.length < 150_000, `${text.length}`);
  assert.match(text, '340000 more characters are in the .eml');
  assert.match((await ann.get(`${pageOf(id)}/source`)).text, 'more bytes are in the .eml');
  assert.ok((await ann.get(`${pageOf(id)}/eml`)).text.length > 440_000);
});

test('what cannot be shown any more is said in its place, and the rest of the page is there', async ({
  at,
  ann,
}) => {
  const templateId = await template(at, {});
  const unrendered = await send(at, { template_id: templateId, variables: {} });
  const page = (await ann.get(pageOf(unrendered))).text;
  assert.match(page, 'It cannot be rendered: subject: the variable order is missing. So it is not sent.');
  assert.match(page, 'What became of it');
  assert.match(page, '<dd>Order {{ order }} for {{ name }}</dd>');
  const large = await send(at, { subject: 's', text: 'x'.repeat(100_000) });
  for (const lost of [
    () =>
      (at.api.blobs.get = async (ref) => {
        throw new Error(`blob ${ref.sha256} is missing or damaged`);
      }),
  ]) {
    lost();
    assert.match(
      (await ann.get(pageOf(large))).text,
      /Its contents cannot be read: blob \w+ is missing or damaged\./,
    );
    for (const path of ['html', 'eml', 'source', 'files/0'])
      assert.is((await ann.get(`${pageOf(large)}/${path}`)).status, 404, path);
  }
  const broken = await submitted(at, `${'X-A: b\n'.repeat(3_000)}\nx`);
  assert.match((await ann.get(pageOf(broken))).text, 'Its parts cannot be shown: they are damaged');
  assert.is((await ann.get(`${pageOf(broken)}/files/0`)).status, 404);
});

test('a template that takes too long is said to', async ({ at, ann }) => {
  // It takes two seconds of processor time.
  if (!RUN_ALL) return;
  const endless = await template(at, { text: '{% for a in (1..100000000) %}{% endfor %}' });
  const exhausted = await send(at, { template_id: endless, variables: { order: 1 } });
  assert.match((await ann.get(pageOf(exhausted))).text, 'It cannot be rendered: text: ');
});

test('issue 54, 2: lists and the history of an address show the subject as it was sent, or rendered now', async ({
  at,
  ann,
}) => {
  const templateId = await template(at, {});
  const sent = await send(at, { template_id: templateId, variables: { order: 1 } });
  await append(at, sent, { type: 'Submitted', data: { response: 'ok', subject: 'As it was sent' } });
  await send(at, { template_id: templateId, variables: { order: 2 } });
  await send(at, { template_id: templateId, variables: {} });
  for (const path of ['messages', 'addresses/find?address=ann@customer.test']) {
    const { text } = await ann.get(`/w/default/${path}`);
    const subjects = [...text.matchAll(/<div class="clip">(.*?)<\/div>/g)].map(([, subject]) => subject);
    const expected = ['As it was sent', 'Order 2 for friend', 'Order {{ order }} for {{ name }}'];
    assert.equal(subjects.toSorted(), expected, path);
  }
});

test('contents are for those who may see them, in their workspace', async ({ at, ann }) => {
  const templateId = await template(at, {});
  const id = await send(at, {
    ...{ template_id: templateId, variables: { order: 'No. 7', name: 'SECRET' } },
    attachments: [{ filename: 'a.pdf', content: 'cGRm', type: 'application/pdf' }],
  });
  const paths = ['html', 'eml', 'source', 'files/0'];
  for (const role of ['support', 'operator', 'auditor'] as const)
    for (const path of paths)
      assert.is(
        (await (await at.loggedIn({ role })).get(`${pageOf(id)}/${path}`)).status,
        200,
        `${role} ${path}`,
      );
  const viewer = await at.loggedIn({ role: 'viewer' });
  for (const path of paths) assert.is((await viewer.get(`${pageOf(id)}/${path}`)).status, 403, path);
  const { text } = await viewer.get(pageOf(id));
  assert.match(text, 'Order No. 7');
  assert.not.match(text, /Dear SECRET|As its receiver saw it|iframe/);
  const { id: other } = await openWorkspace(
    at.api.ledger,
    { actor: 'operator', correlation: '', causation: null },
    'acme',
  );
  await at.api.project();
  const stranger = await at.loggedIn({ role: 'operator', workspaceId: other });
  for (const path of ['', ...paths.map((one) => `/${one}`)]) {
    assert.is((await ann.get(`/w/acme/messages/${id}${path}`)).status, 404, path);
    assert.is((await stranger.get(`${pageOf(id)}${path}`)).status, 404, path);
    assert.is((await at.visitor().get(`${pageOf(id)}${path}`)).status, 401, path);
  }
});

test('the way of each recipient, with the SHA-256 of what was sent where the log has it', async ({
  at,
  ann,
}) => {
  const id = await send(at, { subject: 's', text: 't', to: ['ann@customer.test', 'bob@customer.test'] });
  const sha256 = 'ab'.repeat(32);
  const server = { host: 'mx.customer.test', address: '192.0.2.1', tls: 'TLSv1.3' };
  const handover = { server, sender: 'b@acme.test', dkim: [], sha256 };
  await append(
    at,
    id,
    { type: 'SubmissionAttempted', data: { attempt: 1 } },
    { type: 'Submitted', data: { response: '250 queued as 7', handover } },
    { type: 'Opened', data: {} },
    { type: 'Opened', data: { repeated: true } },
    { type: 'Clicked', data: { url: 'https://shop.test/', automated: true } },
  );
  const { text } = await ann.get(pageOf(id));
  const [, first = '', second = ''] =
    /Recipients of the message.*?<tbody><tr>(.*?)<\/tr><tr>(.*?)<\/tr>/s.exec(text) ?? [];
  for (const words of [
    'ann@customer.test',
    'handed over',
    'to mx.customer.test',
    '250 queued as 7',
    ', 2 times',
    'by programs alone',
    sha256,
  ])
    assert.match(first, words);
  assert.match(second, 'bob@customer.test');
  assert.match(second, '<span>queued</span>');
  assert.not.match(second, /ab{3}/);
  await append(at, id, { type: 'Submitted', data: { response: 'ok' } });
  assert.match((await ann.get(pageOf(id))).text, 'not in the log');
});

test('accepted for 0 recipients: who was suppressed, by which event since when, with the lift', async ({
  at,
  ann,
}) => {
  const bounced = await send(at, { subject: 's', text: 't' });
  await append(at, bounced, {
    type: 'Bounced',
    data: { bounceType: 'Permanent', bounceSubType: 'NoEmail', diagnosticCode: '550 5.1.1 no such user' },
  });
  const id = await send(at, { subject: 's', text: 't' });
  const { text } = await ann.get(pageOf(id));
  assert.match(text, 'accepted for 0 recipients: nothing was sent');
  assert.match(text, '<dt>Why</dt><dd>bounce</dd>');
  assert.match(text, '550 5.1.1 no such user');
  assert.match(text, `${pageOf(bounced)}">`);
  assert.match(text, `log/email-${bounced}/1">`);
  assert.match(text, '<dt>Since</dt><dd><time');
  const fields = { address: 'ann@customer.test', reason: 'works again' };
  assert.is((await ann.post('/w/default/addresses/lift', fields, pageOf(id))).status, 303);
  await at.api.project();
  const after = (await ann.get(pageOf(id))).text;
  assert.match(after, 'is sent to again by now');
  const viewer = await at.loggedIn({ role: 'viewer' });
  assert.not.match((await viewer.get(pageOf(id))).text, 'addresses/lift');
});

test.run();
