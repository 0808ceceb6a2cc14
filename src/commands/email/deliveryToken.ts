import type { Tokens, TokenUse } from '../../ports/tokens.ts';
import { base32, bytesOfBase32 } from '../kernel/base32.ts';

/** A recipient of a message: its place, from 0, in the acceptance's `recipients`. */
export interface DeliveryRef {
  readonly emailId: string;
  readonly recipient: number;
}

/** A delivery with the extra data of a link, such as its target. */
export interface OpenedDelivery extends DeliveryRef {
  readonly extra: string;
}

const UUID_BYTES = 16;
const REF_BYTES = UUID_BYTES + 2;
const MESSAGE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z2-7]+)$/;

/** For a URL: base64url without padding. `extra` is signed too. */
export function deliveryToken(tokens: Tokens, use: TokenUse, ref: DeliveryRef, extra = ''): string {
  return Buffer.from(tokens.sign(use, payloadOf(ref, extra))).toString('base64url');
}

/**
 * For the local part of an address, whose letter case may change on the way, and for the id in a header field: base32 in
 * lower case, 56 characters.
 */
export function deliveryLocalPart(
  tokens: Tokens,
  ref: DeliveryRef,
  use: 'bounce' | 'unsubscribe' | 'delivery' = 'bounce',
): string {
  return base32(tokens.sign(use, payloadOf(ref, '')));
}

/** Null unless this service signed exactly this for this use. */
export function deliveryOfToken(tokens: Tokens, use: TokenUse, token: string): OpenedDelivery | null {
  const bytes = Buffer.from(token, 'base64url');
  // Base64 decoding is lenient. Only the canonical form is accepted, so that no two URLs mean the same.
  return bytes.toString('base64url') === token ? opened(tokens, use, bytes) : null;
}

/** Null unless this service signed exactly this address for this use. Letter case is ignored. */
export function deliveryOfLocalPart(
  tokens: Tokens,
  localPart: string,
  use: 'bounce' | 'unsubscribe' | 'delivery' = 'bounce',
): DeliveryRef | null {
  const bytes = bytesOfBase32(localPart.toLowerCase());
  return bytes === null ? null : opened(tokens, use, bytes);
}

/**
 * The local part of a Message-ID: the message's id, and a tag by which the service knows its own. Only those who have the
 * message, or a header of it, can name it in a report.
 */
export function messageLocalPart(tokens: Tokens, emailId: string): string {
  const signed = Buffer.from(tokens.sign('message', idBytes(emailId)));
  const tag = Buffer.concat([signed.subarray(0, 1), signed.subarray(1 + UUID_BYTES)]);
  return `${emailId}.${base32(tag)}`;
}

/** The id of a message; null unless this service made exactly this local part. Letter case is ignored. */
export function emailIdOfMessage(tokens: Tokens, localPart: string): string | null {
  const [, emailId = '', base = ''] = MESSAGE.exec(localPart.toLowerCase()) ?? [];
  const tag = bytesOfBase32(base);
  if (emailId === '' || tag === null) return null;
  const token = Buffer.concat([tag.subarray(0, 1), idBytes(emailId), tag.subarray(1)]);
  return tokens.open('message', token) === null ? null : emailId;
}

const idBytes = (emailId: string) => Buffer.from(emailId.replaceAll('-', ''), 'hex');

function payloadOf({ emailId, recipient }: DeliveryRef, extra: string): Buffer {
  const place = Buffer.alloc(2);
  place.writeUInt16BE(recipient);
  return Buffer.concat([idBytes(emailId), place, Buffer.from(extra)]);
}

function opened(tokens: Tokens, use: TokenUse, token: Uint8Array): OpenedDelivery | null {
  const payload = tokens.open(use, token);
  if (payload === null || payload.length < REF_BYTES) return null;
  const bytes = Buffer.from(payload);
  const hex = bytes.toString('hex', 0, UUID_BYTES);
  return {
    emailId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    recipient: bytes.readUInt16BE(UUID_BYTES),
    extra: bytes.toString('utf8', REF_BYTES),
  };
}
