import type { ShownMail } from '../../ports/mailShower.ts';
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
