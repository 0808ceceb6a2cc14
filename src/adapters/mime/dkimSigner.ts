import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type RawField, rawFields } from '../../mail/rawFields.ts';
import type { MailKey, MailSigner } from '../../ports/mailSigner.ts';
import { relaxedBodyHash, relaxedField } from './canonical.ts';
import { packed } from './packed.ts';

/**
 * The fields that are signed: each as often as it is present and once more, so that none can be added (RFC 6376,
 * section 8.15). Both fields of RFC 8058 must be among them (its section 4).
 */
const OVERSIGNED = [
  'from',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'cc',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'x-postledger-id',
];
/** Characters of a line of the signature, which may be folded anywhere. */
const LINE_CHARS = 70;
const MAX_CACHED_KEYS = 1_000;

/** DKIM by RFC 6376, relaxed in header and body, with RSA or with Ed25519 (RFC 8463). */
export function dkimSigner(): MailSigner {
  const cache = new LRUCache<string, KeyObject>({
    max: MAX_CACHED_KEYS,
    memoMethod: (pem) => createPrivateKey(pem),
  });
  return {
    sign(raw, keys, nowMs) {
      if (keys.length === 0) return raw;
      const { fields, bodyAt } = rawFields(raw, 0, raw.length);
      const names = signedNames(fields);
      const bodyHash = relaxedBodyHash(raw.subarray(bodyAt));
      const signed = signedFields(fields, names);
      const atSeconds = Math.floor(nowMs / 1_000);
      const signatures = keys.map((key) => {
        const tags = tagsOf(key, names, bodyHash, atSeconds);
        const own = relaxedField({ name: 'DKIM-Signature', value: tags });
        const signature = signatureOf(key.algorithm, cache.memo(key.privateKey), `${signed}${own}`);
        return `DKIM-Signature:${tags}${inLines(signature)}\r\n`;
      });
      return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), raw]);
    },
  };
}

/** The names in `h=`: each as often as its field is present, and once more. */
function signedNames(fields: readonly RawField[]): string[] {
  const present = fields.map(({ name }) => name.toLowerCase());
  return OVERSIGNED.flatMap((name) => [...present.filter((one) => one === name), name]);
}

/** Fields of one name are taken from the last on (section 5.4.2); a missing field adds nothing. */
function signedFields(fields: readonly RawField[], names: readonly string[]): string {
  const left = [...fields];
  return names
    .map((name) => {
      const at = left.findLastIndex((field) => field.name.toLowerCase() === name);
      const [field] = at < 0 ? [] : left.splice(at, 1);
      return field === undefined ? '' : `${relaxedField(field)}\r\n`;
    })
    .join('');
}

/** The signature's own field without the signature: it ends with `b=`. */
function tagsOf(
  { algorithm, domain, selector }: MailKey,
  names: readonly string[],
  bodyHash: string,
  atSeconds: number,
): string {
  const tokens = names.map((name, at) => (at === names.length - 1 ? `${name};` : `${name}:`));
  return [
    ` v=1; a=${algorithm}; c=relaxed/relaxed;`,
    ` d=${domain};`,
    ` s=${selector}; t=${atSeconds};`,
    ...packed(tokens, LINE_CHARS, 'h=').map((line) => ` ${line}`),
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
}

function signatureOf(algorithm: MailKey['algorithm'], key: KeyObject, signed: string): string {
  if (algorithm === 'rsa-sha256')
    return sign('sha256', Buffer.from(signed, 'latin1'), key).toString('base64');
  // RFC 8463, section 3: PureEdDSA signs the hash.
  return sign(null, createHash('sha256').update(signed, 'latin1').digest(), key).toString('base64');
}

/** Folded into lines; white space has no meaning there (section 3.2). */
function inLines(base64: string): string {
  const lines = base64.match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? [];
  return lines.join('\r\n ');
}
