import { hash } from 'node:crypto';

/** Name space of every deterministic id that Postledger derives (RFC 9562, section 6.5). */
const POSTLEDGER_NAMESPACE = Buffer.from('5b0c4a0e9c3f5d1e8f6a2b7d4e913c58', 'hex');

/**
 * Name-based uuid (RFC 9562, version 5) of the given parts: the same parts give the same id on every machine.
 * Each part is preceded by its length, so ('ab','c') and ('a','bc') differ.
 */
export function uuid5(...parts: readonly string[]): string {
  let name = '';
  for (const part of parts) name += `${part.length}:${part}`;
  // One buffer and one call: several ids are made for each message that is accepted.
  const start = POSTLEDGER_NAMESPACE.length;
  const bytes = Buffer.allocUnsafe(start + name.length * 3);
  POSTLEDGER_NAMESPACE.copy(bytes);
  const hex = hash('sha1', bytes.subarray(0, start + bytes.write(name, start)), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
