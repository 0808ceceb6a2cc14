import type { StoredText } from '../../events/schema.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** Longest text inside an event, in bytes of the event's JSON. */
const MAX_INLINE_BYTES = 65_536;

/** A text. A text that is surely too long for an event is given as its bytes in UTF-8, as it is stored. */
export type GivenText = string | Uint8Array;

export function givenText(text: string): GivenText {
  return text.length > MAX_INLINE_BYTES ? Buffer.from(text) : text;
}

/** The text inside the event itself; null when it is too long for that. */
export function inlineText(text: GivenText): StoredText | null {
  if (typeof text !== 'string') return null;
  // A UTF-16 unit is at most six bytes of JSON (an escape), so short texts need no count.
  if (text.length * 6 <= MAX_INLINE_BYTES) return { inline: text };
  const mayFit = text.length <= MAX_INLINE_BYTES;
  return mayFit && Buffer.byteLength(JSON.stringify(text)) <= MAX_INLINE_BYTES ? { inline: text } : null;
}

/** Stores a text in the event or in the blob store, by its size. It is durable when this resolves. */
export async function storeText(blobs: Blobs, text: GivenText): Promise<StoredText> {
  const bytes = () => (typeof text === 'string' ? Buffer.from(text) : text);
  return inlineText(text) ?? { blob: await blobs.put(bytes()) };
}

/** A mail inside the event itself, in base64; null when it is too long for that. */
export function inlineMail(raw: Uint8Array): StoredText | null {
  if (raw.length > MAX_INLINE_BYTES) return null;
  return { inline: Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('base64') };
}

export async function loadMail(blobs: Blobs, stored: StoredText): Promise<Buffer> {
  return 'inline' in stored ? Buffer.from(stored.inline, 'base64') : blobs.get(stored.blob);
}

export async function loadText(blobs: Blobs, stored: StoredText): Promise<string> {
  return 'inline' in stored ? stored.inline : (await blobs.get(stored.blob)).toString();
}
