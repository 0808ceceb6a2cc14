import type { StoredText } from '../events/schema.ts';
import type { Blobs } from '../ports/blobs.ts';

/** Longest text, in bytes of the JSON that an event is written in, that stands in an event itself. */
const MAX_INLINE_BYTES = 65_536;

/** The text as it stands in the event itself; null when it is too long for that. */
export function inlineText(text: string): StoredText | null {
  // A UTF-16 unit is at most six bytes of JSON (an escape), so short texts need no count.
  if (text.length * 6 <= MAX_INLINE_BYTES) return { inline: text };
  const mayFit = text.length <= MAX_INLINE_BYTES;
  return mayFit && Buffer.byteLength(JSON.stringify(text)) <= MAX_INLINE_BYTES ? { inline: text } : null;
}

/** Keeps a text where its size belongs; durable before the event that refers to it is appended. */
export async function storeText(blobs: Blobs, text: string): Promise<StoredText> {
  return inlineText(text) ?? { blob: await blobs.put(Buffer.from(text)) };
}

export async function loadText(blobs: Blobs, stored: StoredText): Promise<string> {
  return 'inline' in stored ? stored.inline : (await blobs.get(stored.blob)).toString();
}
