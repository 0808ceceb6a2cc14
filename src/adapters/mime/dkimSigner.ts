import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { MailKey, MailSigner } from '../../ports/mailSigner.ts';
import { fieldsIn, type RawField, relaxedBodyHash, relaxedField } from './canonical.ts';

/**
 * What is signed where it is there, and once more than it is there, so that none can be added (RFC 6376, section
 * 8.15). Both of RFC 8058 must be among them (its section 4).
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
];
/** Of a line of the signature, which may be folded anywhere. */
const LINE_CHARS = 70;
const MAX_KEPT_KEYS = 1_000;

/** DKIM by RFC 6376, relaxed in header and body, with RSA or with Ed25519 (RFC 8463). */
export function dkimSigner(): MailSigner {
  const kept = new Map<string, KeyObject>();
  const keyOf = (pem: string): KeyObject => {
    const known = kept.get(pem);
    if (known !== undefined) return known;
    if (kept.size >= MAX_KEPT_KEYS) kept.clear();
    const key = createPrivateKey(pem);
    kept.set(pem, key);
    return key;
  };
  return {
    sign(raw, keys, nowMs) {
      if (keys.length === 0) return raw;
      const { fields, bodyAt } = fieldsIn(raw);
      const names = signedNames(fields);
      const bodyHash = relaxedBodyHash(raw.subarray(bodyAt));
      const signed = signedFields(fields, names);
      const atSeconds = Math.floor(nowMs / 1_000);
      const signatures = keys.map((key) => {
        const tags = tagsOf(key, names, bodyHash, atSeconds);
        const own = relaxedField({ name: 'DKIM-Signature', value: tags });
        const signature = signatureOf(key.algorithm, keyOf(key.privateKey), `${signed}${own}`);
        return `DKIM-Signature:${tags}${inLines(signature)}\r\n`;
      });
      return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), raw]);
    },
  };
}

/** The names of `h=`: each once a field, and once more. */
function signedNames(fields: readonly RawField[]): string[] {
  const there = fields.map(({ name }) => name.trim().toLowerCase());
  return OVERSIGNED.flatMap((name) => [...there.filter((one) => one === name), name]);
}

/** Fields of one name are taken from the last (section 5.4.2); one that is not there adds nothing. */
function signedFields(fields: readonly RawField[], names: readonly string[]): string {
  const left = [...fields];
  return names
    .map((name) => {
      const at = left.findLastIndex((field) => field.name.trim().toLowerCase() === name);
      const [field] = at < 0 ? [] : left.splice(at, 1);
      return field === undefined ? '' : `${relaxedField(field)}\r\n`;
    })
    .join('');
}

/** The signature's own field, but for the signature: `b=` ends it. */
function tagsOf(
  { algorithm, domain, selector }: MailKey,
  names: readonly string[],
  bodyHash: string,
  atSeconds: number,
): string {
  const lines: string[] = [];
  let line = 'h=';
  for (const [at, name] of names.entries()) {
    const next = at === names.length - 1 ? `${name};` : `${name}:`;
    if (line.length + next.length > LINE_CHARS) {
      lines.push(line);
      line = '';
    }
    line += next;
  }
  return [
    ` v=1; a=${algorithm}; c=relaxed/relaxed;`,
    ` d=${domain};`,
    ` s=${selector}; t=${atSeconds};`,
    ...[...lines, line].map((one) => ` ${one}`),
    ` bh=${bodyHash};`,
    ' b=',
  ].join('\r\n');
}

function signatureOf(algorithm: MailKey['algorithm'], key: KeyObject, signed: string): string {
  if (algorithm === 'rsa-sha256')
    return sign('sha256', Buffer.from(signed, 'latin1'), key).toString('base64');
  // RFC 8463, section 3: what PureEdDSA signs is the hash.
  return sign(null, createHash('sha256').update(signed, 'latin1').digest(), key).toString('base64');
}

/** Folded after the tag's name, where white space means nothing (section 3.2). */
function inLines(base64: string): string {
  const lines = base64.match(new RegExp(`.{1,${LINE_CHARS}}`, 'g')) ?? [];
  return lines.join('\r\n ');
}
