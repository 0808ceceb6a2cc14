import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  /** PEM; as it is self-signed, it is also what a client is to trust. */
  readonly cert: string;
  readonly key: string;
}

/**
 * A self-signed certificate (X.509 v3, ECDSA P-256) for the given names and addresses, made of plain DER, so that
 * neither tests nor the demo need a tool that may not be there.
 */
export function selfSigned(
  names: readonly string[] = ['localhost', '127.0.0.1', '::1'],
  { fromMs = Date.now() - DAY_MS, toMs = Date.now() + 30 * DAY_MS } = {},
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Names differ, since of two trusted certificates with one name only the first is looked at.
  const unique = Buffer.from(`test ${randomBytes(8).toString('hex')}`);
  const commonName = sequence(set(sequence(oid(2, 5, 4, 3), der(0x0c, unique))));
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(8)]);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    commonName,
    sequence(time(fromMs), time(toMs)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(oid(2, 5, 29, 19), sequence(der(0x01, Buffer.from([0xff])))),
        extension(oid(2, 5, 29, 17), sequence(...names.map(alternativeName))),
      ),
    ),
  );
  const bits = (bytes: Buffer) => der(0x03, Buffer.concat([Buffer.from([0]), bytes]));
  const signed = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)));
  const base64 = signed.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const DAY_MS = 86_400_000;

/** Tag, length, content (X.690 section 8.1). */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const header = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => der(0x31, Buffer.concat(parts));
const extension = (id: Buffer, value: Buffer) => sequence(id, der(0x04, value));

function oid(first: number, second: number, ...rest: number[]): Buffer {
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** GeneralizedTime: YYYYMMDDHHMMSSZ. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '');
  return der(0x18, Buffer.from(`${digits}Z`));
}

function alternativeName(name: string): Buffer {
  if (isIP(name) === 0) return der(0x82, Buffer.from(name));
  return der(0x87, isIP(name) === 4 ? Buffer.from(name.split('.').map(Number)) : v6Bytes(name));
}

function v6Bytes(address: string): Buffer {
  const [left = [], right = []] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
