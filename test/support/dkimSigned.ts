import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { relaxedField } from '../../src/adapters/mime/canonical.ts';
import { rawFields } from '../../src/mail/rawFields.ts';

const pairs = new Map<string, { readonly text: string; readonly privateKey: string }>();

/** A throw-away key: what DNS has of it, and the private one. The same name gives the same key. */
export function throwAwayKey(name = 'loop', bits = 2_048) {
  const known = pairs.get(`${name} ${bits}`);
  if (known !== undefined) return known;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const made = {
    text: `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  pairs.set(`${name} ${bits}`, made);
  return made;
}

export interface Signature {
  readonly domain: string;
  readonly selector?: string;
  /** The fields in `h=`. */
  readonly fields?: readonly string[];
  readonly privateKey?: string;
  /** Seconds; null: no `t=`. */
  readonly atSeconds?: number | null;
  /** Further tags, such as ` x=5;`. */
  readonly more?: string;
  /** So many bytes of the body alone are covered (`l=`). */
  readonly bodyBytes?: number;
  readonly algorithm?: 'rsa-sha256' | 'rsa-sha1';
}

const FIELDS = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'];

/** The mail with a DKIM signature in front of it (RFC 6376), relaxed in the header and simple in the body. */
export function dkimSigned(mail: string, signature: Signature): string {
  const { domain, selector = 's1', fields = FIELDS, privateKey = throwAwayKey().privateKey } = signature;
  const { atSeconds = Math.floor(Date.now() / 1_000), more = '', algorithm = 'rsa-sha256' } = signature;
  const { fields: present, bodyAt } = rawFields(Buffer.from(mail), 0, Buffer.byteLength(mail));
  const time = atSeconds === null ? '' : ` t=${atSeconds};`;
  const length = signature.bodyBytes === undefined ? '' : ` l=${signature.bodyBytes};`;
  const hash = algorithm.slice('rsa-'.length);
  const body = Buffer.from(mail).subarray(bodyAt).subarray(0, signature.bodyBytes);
  const bodyHash = createHash(hash).update(body).digest('base64');
  const tags =
    ` v=1; a=${algorithm}; c=relaxed/simple; d=${domain}; s=${selector};${time}${more}${length} ` +
    `h=${fields.join(':')};\r\n bh=${bodyHash}; b=`;
  const signed = fields.map((name) => {
    const field = present.findLast((one) => one.name.trim().toLowerCase() === name);
    return field === undefined ? '' : `${relaxedField(field)}\r\n`;
  });
  const own = relaxedField({ name: 'DKIM-Signature', value: tags });
  const value = sign(hash, Buffer.from(`${signed.join('')}${own}`), privateKey).toString('base64');
  return `DKIM-Signature:${tags}${value}\r\n${mail}`;
}
