import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dkimKeyName, dkimTags } from '../../mail/dkimTags.ts';
import type { SignatureCheck, VerifiedSignature } from '../../ports/mailReader.ts';
import { partsOf } from './readMail.ts';

/** Each field with its folded lines and line ends. */
const FIELDS = /[^\n]*\n(?:[ \t][^\n]*\n)*/g;
/** RFC 8301, section 3.1: a signature by SHA-1 is none. */
const ALGORITHMS: ReadonlySet<string | undefined> = new Set(['rsa-sha256', 'ed25519-sha256']);

/** What the package says of a signature beyond its types. */
interface Details {
  readonly signTime?: string | null;
  readonly signingHeaders?: { readonly keys: string };
}

/**
 * The signatures of a mail that are right by the given keys. Those by another key, those that leave a part of the body
 * open (`l=`), and those of ARC are taken out of the mail first, since no one asks for them.
 */
export async function verifyDkim(
  raw: Uint8Array,
  { keys, nowMs }: SignatureCheck,
): Promise<readonly VerifiedSignature[]> {
  const { body } = partsOf(raw);
  const head = Buffer.from(raw.buffer, raw.byteOffset, raw.length - body.length).toString('latin1');
  const fields = (head.match(FIELDS) ?? []).filter((field) => isWanted(field, keys));
  const mail = Buffer.concat([Buffer.from(fields.join(''), 'latin1'), body]);
  const resolver = async (name: string) => [[keys.get(name.toLowerCase()) ?? '']];
  const options = { resolver, curTime: new Date(nowMs) } as Parameters<typeof dkimVerify>[1];
  const { results, headerFrom } = await dkimVerify(mail, options);
  return results
    .filter(({ status }) => status.result === 'pass')
    .map((result) => {
      const { signTime, signingHeaders } = result as typeof result & Details;
      return {
        from: headerFrom,
        isAligned: Boolean(result.status.aligned),
        fields: (signingHeaders?.keys ?? '').toLowerCase().split(': '),
        signedAtMs: signTime ? Date.parse(signTime) : null,
      };
    });
}

function isWanted(field: string, keys: SignatureCheck['keys']): boolean {
  const [, name = '', value = ''] = /^([^:\s]*)[ \t]*:(.*)$/s.exec(field) ?? [];
  if (/^arc-/i.test(name)) return false;
  if (name.toLowerCase() !== 'dkim-signature') return true;
  const tags = dkimTags(value);
  return !tags.has('l') && ALGORITHMS.has(tags.get('a')?.toLowerCase()) && keys.has(dkimKeyName(tags) ?? '');
}
