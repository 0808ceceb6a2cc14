import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inOneLine } from '../../events/fieldForms.ts';
import { instant } from '../../ports/clock.ts';
import type { KeptMail, UnmatchedMail, UnmatchedMails } from '../../ports/unmatchedMail.ts';
import { writeDurably } from './durableFile.ts';

const MAX_FILES = 1_000;
const MAX_BYTES = 64 * 1024;
const HEAD_BYTES = 8_192;
const PREFIX = 'X-Postledger-';

/**
 * Unmatched mails as files in a folder, `TIME-HASH.eml`: each begins with header lines that say why it is there. Brought
 * twice within a millisecond it is one file; the oldest are removed beyond 1,000.
 */
export function unmatchedFiles(folder: string, mostFiles = MAX_FILES): UnmatchedMails {
  const names = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  return {
    async keep(mail, raw) {
      const own = Buffer.from(raw.subarray(0, MAX_BYTES));
      const hash = createHash('sha256').update(own).digest('hex').slice(0, 16);
      const name = `${instant(mail.atMs).replaceAll(':', '-')}-${hash}.eml`;
      await writeDurably(join(folder, name), Buffer.concat([Buffer.from(head(mail)), own]));
      const there = await names();
      for (const old of there.slice(0, Math.max(0, there.length - mostFiles)))
        await rm(join(folder, old), { force: true });
    },
    async list(limit) {
      const kept: KeptMail[] = [];
      for (const name of (await names()).reverse().slice(0, limit)) {
        const mail = await readHead(join(folder, name));
        if (mail !== null) kept.push({ ...mail, name: join(folder, name) });
      }
      return kept;
    },
  };
}

function head({ atMs, why, sender, recipients, remoteAddress }: UnmatchedMail): string {
  const fields = {
    At: instant(atMs),
    Why: why,
    Sender: sender,
    Recipients: recipients.join(', '),
    From: remoteAddress,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${PREFIX}${name}: ${inOneLine(value).slice(0, 2_000)}\r\n`)
    .join('');
}

async function readHead(path: string): Promise<Omit<KeptMail, 'name'> | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    const own = (name: string) => new RegExp(`^${PREFIX}${name}: (.*)\\r$`, 'm').exec(text)?.[1] ?? '';
    return {
      atMs: Date.parse(own('At')),
      why: own('Why'),
      sender: own('Sender'),
      recipients: own('Recipients').split(', '),
      remoteAddress: own('From'),
      subject: /^subject:(.*)$/im.exec(text)?.[1]?.trim() ?? '',
    };
  } finally {
    await file.close();
  }
}
