import { hash } from 'node:crypto';

/** Namespace of every deterministic id that Postledger derives (RFC 9562, section 6.5). */
const POSTLEDGER_NAMESPACE = Buffer.from('5b0c4a0e9c3f5d1e8f6a2b7d4e913c58', 'hex');

const START = POSTLEDGER_NAMESPACE.length;
/** Characters that fit into the buffer below, of at most three bytes each. */
const ROOM = 1_024;
/** One buffer for all ids, which begins with the namespace: several ids are made for each accepted message. */
const SHARED = Buffer.concat([POSTLEDGER_NAMESPACE, Buffer.alloc(ROOM * 3)]);
const VARIANTS = '89ab';

/**
 * Name-based uuid (RFC 9562, version 5) of the given parts: the same parts give the same id on every machine.
 * Each part is preceded by its length, so ('ab','c') and ('a','bc') differ.
 */
export function uuid5(...parts: readonly string[]): string {
  let name = '';
  for (const part of parts) name += `${part.length}:${part}`;
  const bytes =
    name.length <= ROOM ? SHARED : Buffer.concat([POSTLEDGER_NAMESPACE, Buffer.alloc(name.length * 3)]);
  const length = START + bytes.write(name, START);
  const hex = hash('sha1', bytes.subarray(0, length), 'hex');
  const variant = VARIANTS.charAt(Number.parseInt(hex.charAt(16), 16) & 0x3);
  return `${hex.substring(0, 8)}-${hex.substring(8, 12)}-5${hex.substring(13, 16)}-${variant}${hex.substring(17, 20)}-${hex.substring(20, 32)}`;
}
