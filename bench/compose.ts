import { mimeComposer } from '../src/adapters/mime/composer.ts';
import { dkimSigner } from '../src/adapters/mime/dkimSigner.ts';
import { signedTokens } from '../src/adapters/node/signedTokens.ts';
import { signingKeys } from '../src/adapters/node/signingKeys.ts';
import { publicLinks } from '../src/commands/email/publicLinks.ts';
import type { EmailAccepted } from '../src/events/emailAccepted.ts';
import type { MailKey } from '../src/ports/mailSigner.ts';
import { messageOf } from '../src/sender/email/mime.ts';
import { recipientCopies } from '../src/sender/email/recipientCopies.ts';
import { line, median, rate, ratio } from './report.ts';

const HTML_BYTES = 50_000;
const ROUND_MS = 1_000;
const ROUNDS = 5;
const EMAIL_ID = 'aaaaaaaa-0000-4000-8000-000000000000';

/** Messages of a 50 KB html body a second, with what each recipient has of their own, against nothing but encoding. */
export async function run(): Promise<void> {
  const html = newsletter();
  const data = {
    from: 'Acme <news@a.example>',
    to: ['you@b.example'],
    cc: [],
    replyTo: [],
    headers: {},
    messageStream: 'broadcast',
    scheduledFor: null,
    trackOpens: true,
    trackClicks: true,
  } as unknown as EmailAccepted;
  const links = publicLinks(signedTokens(Buffer.alloc(32, 7)), 'https://t.example');
  const body = { subject: 'News', html, text: 'News', attachments: [] };
  const content = messageOf(EMAIL_ID, data, 0, body, EMAIL_ID);
  const composer = mimeComposer();
  const signer = dkimSigner();
  const keys: MailKey[] = [];
  for (const algorithm of ['ed25519-sha256', 'rsa-sha256'] as const) {
    const { privateKey } = await signingKeys.generate(algorithm);
    keys.push({ domain: 'a.example', selector: 's', algorithm, privateKey });
  }
  const tracked = async (sign: readonly MailKey[]) => {
    const composed = await composer.compose(content);
    const { raw } = composed.copy(recipientCopies(data, html, links)({ emailId: EMAIL_ID, recipient: 0 }));
    return signer.sign(raw, sign, 0);
  };

  const ceiling = await perSecond(async () => Buffer.from(html).toString('base64'));
  line(`base64 of ${HTML_BYTES / 1_000} KB`, rate(ceiling));
  const composed = await composer.compose(content);
  const copyFor = recipientCopies(data, html, links);
  let recipient = 0;
  for (const [name, work] of [
    [
      'composed, a message a recipient',
      async () => (await composer.compose(content)).copy({ html: null, headers: [] }),
    ],
    ['with tracking (20 links)', () => tracked([])],
    ['with tracking, signed by Ed25519', () => tracked(keys.slice(0, 1))],
    ['with tracking, signed by both', () => tracked(keys)],
    [
      'with tracking, a further recipient',
      async () => composed.copy(copyFor({ emailId: EMAIL_ID, recipient: recipient++ % 2_500 })),
    ],
  ] as const) {
    const speed = await perSecond(work);
    line(name, `${rate(speed)}, ratio ${ratio(speed / ceiling)}`);
  }
}

function newsletter(): string {
  const row = (n: number) =>
    `<tr><td style="padding:12px;font:16px/1.5 sans-serif;color:#333"><a href="https://shop.example/item/${n}?utm_source=mail&amp;utm_campaign=${n}">Item ${n}</a> Grüße, and some more text about it.</td></tr>\n`;
  const filler =
    '<tr><td style="padding:12px;font:16px/1.5 sans-serif">A paragraph without any link in it.</td></tr>\n';
  let html = `<html><body><table>${Array.from({ length: 20 }, (_, n) => row(n)).join('')}`;
  while (html.length < HTML_BYTES - 40) html += filler;
  return `${html}</table></body></html>`;
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    let done = 0;
    while (performance.now() - startedAt < ROUND_MS) {
      await work();
      done++;
    }
    speeds.push(done / ((performance.now() - startedAt) / 1_000));
  }
  return median(speeds);
}
