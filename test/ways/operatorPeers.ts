import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { smtpSink } from '../adapters/smtp/smtpServer.ts';
import { dsn } from '../intake/mails.ts';
import { dnsServer, v4 } from '../support/dnsServer.ts';

/**
 * What an operator's machine has around it: a DNS server that answers from ZONE, a JSON file of records, and a relay that writes
 * each mail to FOLDER and returns those for `gone@` as its domain's server would.
 */
const [zone = '', folder = ''] = process.argv.slice(2);

interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const TYPES: Readonly<Record<string, number>> = { A: 1, PTR: 12, MX: 15, TXT: 16 };

const nameOf = (text: string): Buffer =>
  Buffer.concat(
    `${text.replace(/\.$/, '')}.`
      .split('.')
      .map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
  );

/** A record's data, as RFC 1035 section 3.3 writes it: a text in strings of 255 bytes at most. */
function dataOf({ type, value }: DnsRecord): Buffer {
  if (type === 'A') return v4(value);
  if (type === 'PTR') return nameOf(value);
  if (type === 'MX') {
    const [preference = '', host = ''] = value.split(' ');
    return Buffer.concat([Buffer.from([0, Number(preference)]), nameOf(host)]);
  }
  const parts = value.match(/.{1,255}/gs) ?? [];
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
}

await dnsServer(
  (name, type) =>
    (JSON.parse(readFileSync(zone, 'utf8')) as readonly DnsRecord[])
      .filter((record) => record.name.toLowerCase() === name && TYPES[record.type] === type)
      .map(dataOf),
  '127.0.0.1',
  53,
);

const { mails } = await smtpSink({}, 587);
const returning = createTransport({ host: '127.0.0.1', port: 2525, ignoreTLS: true });
const counts = new Map<string, number>();
for (let taken = 0; ; ) {
  for (const { from, to, raw } of mails.slice(taken)) {
    taken++;
    const [recipient = ''] = to;
    const count = (counts.get(recipient) ?? 0) + 1;
    counts.set(recipient, count);
    writeFileSync(join(folder, `${recipient}.${count}.eml`), raw);
    if (recipient.startsWith('gone@'))
      await returning.sendMail({ envelope: { from: '', to: [from] }, raw: dsn({ recipient }) });
  }
  writeFileSync(join(folder, 'ready'), '');
  await new Promise((resolve) => setTimeout(resolve, 100));
}
