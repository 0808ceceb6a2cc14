import { createHash } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inOneLine } from '../../events/fieldPatterns.ts';
import { instant } from '../../ports/clock.ts';
import type { StoredMail, UnmatchedMail, UnmatchedMails } from '../../ports/unmatchedMail.ts';
import { nullIfMissing, writeDurably } from '../node/durableFiles.ts';

const MAX_FILES = 1_000;
const MAX_AGE_MS = 30 * 86_400_000;
const MAX_BYTES = 64 * 1024;
const HEAD_BYTES = 8_192;
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[\da-f]{16}\.eml$/;
const PREFIX = 'X-Postledger-';

/**
 * Unmatched mails as files in a folder, `TIME-HASH.eml`. Each begins with header lines that say why it is there. A mail
 * that comes twice within a millisecond is one file. With more than 1,000 files the oldest are removed, and all after
 * 30 days.
 */
export function unmatchedFiles(folder: string): UnmatchedMails {
  const names = async () =>
    // What someone else has put there is neither listed nor removed.
    ((await readdir(folder).catch(nullIfMissing)) ?? []).filter((name) => atMsOf(name) !== null).sort();
  const removeOld = async (nowMs: number) => {
    const all = await names();
    for (const [at, name] of all.entries())
      if (at < all.length - MAX_FILES || (atMsOf(name) ?? nowMs) < nowMs - MAX_AGE_MS)
        await rm(join(folder, name), { force: true });
  };
  return {
    async store(mail, raw) {
      const start = Buffer.from(raw.subarray(0, MAX_BYTES));
      const hash = createHash('sha256').update(start).digest('hex').slice(0, 16);
      const name = `${instant(mail.atMs).replaceAll(':', '-')}-${hash}.eml`;
      await writeDurably(join(folder, name), Buffer.concat([Buffer.from(head(mail)), start]));
      await removeOld(mail.atMs);
    },
    removeOld,
    async list(limit) {
      const kept: StoredMail[] = [];
      for (const name of (await names()).reverse().slice(0, limit)) {
        const mail = await readHead(join(folder, name));
        const atMs = atMsOf(name);
        if (mail !== null && atMs !== null) kept.push({ ...mail, atMs, name: join(folder, name) });
      }
      return kept;
    },
  };
}

/** When a mail was stored, which its file's name says; null of the name of another file. */
function atMsOf(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return Date.parse(`${day}${hours}:${minutes}:${seconds}`) || null;
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

async function readHead(path: string): Promise<Omit<StoredMail, 'name' | 'atMs'> | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    // An editor may have saved it with other line ends.
    const field = (name: string) => new RegExp(`^${PREFIX}${name}: (.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
    return {
      why: field('Why'),
      sender: field('Sender'),
      recipients: field('Recipients').split(', '),
      remoteAddress: field('From'),
      subject: /^subject:(.*)$/im.exec(text)?.[1]?.trim() ?? '',
    };
  } finally {
    await file.close();
  }
}
