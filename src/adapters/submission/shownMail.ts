import type { AttachedFile, ShownMail } from '../../ports/mailShower.ts';
import { framedHtml } from './framedHtml.ts';
import { readMessage } from './readMessage.ts';

/** A mail as a reader shows it; null for one that cannot be read. */
export function shownMail(raw: Uint8Array): ShownMail | null {
  const message = readMessage(raw);
  if (message === null) return null;
  const { fields, text, html, attachments } = message;
  const files = attachments.map(({ filename, type, content }) => ({ filename, type, bytes: content.length }));
  return { fields, text, html, files, framed: framedHtml(html, attachments) };
}

/** One of its files by its place; null where there is none, or the mail cannot be read. */
export function attachedFile(raw: Uint8Array, place: number): AttachedFile | null {
  const file = readMessage(raw)?.attachments[place];
  // A copy: from a thread, a piece would be sent with all of the memory that it lies in.
  return file === undefined ? null : { filename: file.filename, content: Buffer.from(file.content) };
}
