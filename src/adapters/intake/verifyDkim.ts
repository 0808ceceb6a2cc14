import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dkimKeyName } from '../../mail/dkimKeyName.ts';
import type { SignatureCheck } from '../../ports/mailReader.ts';

/** Each field with its folded lines and line ends. */
const FIELDS = /[^\n]*\n(?:[ \t][^\n]*\n)*/g;
type Result = Awaited<ReturnType<typeof dkimVerify>>['results'][number];
/** What the package says beyond its types. */
type Details = Result & {
  readonly signTime?: string | null;
  readonly signingHeaders?: { readonly keys: string };
};

/**
 * Whether one of a mail's signatures shows what is asked. Those by another key and those of ARC, which no one asks for, are
 * taken out of the mail first.
 */
export async function verifyDkim(raw: Uint8Array, check: SignatureCheck): Promise<boolean> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const ends = ['\n\r\n', '\n\n'].map((end) => bytes.indexOf(end) + 1).filter((at) => at > 0);
  const headBytes = ends.length === 0 ? bytes.length : Math.min(...ends);
  const head = bytes.toString('latin1', 0, headBytes);
  const fields = (head.match(FIELDS) ?? []).filter((field) => isWanted(field, check));
  const resolver = async (name: string) => [[check.keys.get(name.toLowerCase()) ?? '']];
  const options = { resolver, curTime: new Date(check.nowMs) } as Parameters<typeof dkimVerify>[1];
  const mail = Buffer.concat([Buffer.from(fields.join(''), 'latin1'), bytes.subarray(headBytes)]);
  const { results, headerFrom } = await dkimVerify(mail, options);
  return headerFrom.join().toLowerCase() === check.from && results.some((one) => isProof(one, check));
}

function isWanted(field: string, { keys }: SignatureCheck): boolean {
  const [, name = '', value = ''] = /^([^:\s]*)[ \t]*:(.*)$/s.exec(field) ?? [];
  if (/^arc-/i.test(name)) return false;
  return name.toLowerCase() !== 'dkim-signature' || keys.has(dkimKeyName(value) ?? '');
}

function isProof({ status, signTime, signingHeaders }: Details, check: SignatureCheck): boolean {
  const covered = new Set(signingHeaders?.keys.toLowerCase().split(': '));
  const signedAtMs = signTime ? Date.parse(signTime) : covered.has('date') ? check.dateMs : Number.NaN;
  return (
    status.result === 'pass' &&
    Boolean(status.aligned) &&
    check.fields.every((name) => covered.has(name)) &&
    signedAtMs >= check.nowMs - check.maxAgeMs &&
    signedAtMs <= check.nowMs + CLOCKS_MS
  );
}

/** How far the clock of a signer may be ahead. */
const CLOCKS_MS = 3_600_000;
