import type { FastifyReply } from 'fastify';
import type { AttachedFile } from '../ports/mailShower.ts';
import { UNSEEN } from './elements.ts';

/** Characters of a file's name, of which each may be twelve in a header. */
const NAME_CHARACTERS = 120;
/** What separates folders, or names drives and streams. */
const NOT_IN_NAMES = /[/\\:]/g;
/** What has a meaning within quotes, or is taken for an encoded sign by some browsers (RFC 6266, appendix D). */
const NOT_IN_QUOTES = /[^ -~]|["\\%]/gu;
/** What encodeURIComponent leaves and RFC 8187 does not allow (`attr-char`). */
const NOT_OF_ATTRIBUTES = /['()*]/g;

/** Sends a file that was made here, under a name of ours. */
export const sendMade = (reply: FastifyReply, type: string, name: string, content: string | Buffer) =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content);

/** Sends html that others wrote: nothing of it is run or loaded, wherever it is opened. */
export function sendForeign(reply: FastifyReply, markup: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    )
    .header('x-frame-options', 'SAMEORIGIN')
    .header('x-dns-prefetch-control', 'off')
    .type('text/html; charset=utf-8')
    .send(markup);
}

/** Sends a file that others wrote: a browser saves it and never shows it, also where its own type is one of pages. */
export function sendFile(reply: FastifyReply, { filename, content }: AttachedFile): FastifyReply {
  return reply
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('content-disposition', asAttachment(filename))
    .type('application/octet-stream')
    .send(content);
}

/** The field of a download (RFC 6266): the name in ASCII for old programs, and whole as RFC 8187 encodes it (before: RFC 5987). */
function asAttachment(filename: string): string {
  const plain = filename
    .toWellFormed()
    .replaceAll(/[\n\r\t]/g, ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(NOT_IN_NAMES, '_')
    // A name that begins with a point is hidden, or leads to a folder.
    .replace(/^[.\s]+/, '');
  const name = shortened([...plain]).trim() || 'file';
  const encoded = encodeURIComponent(name).replaceAll(
    NOT_OF_ATTRIBUTES,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replaceAll(NOT_IN_QUOTES, '_')}"; filename*=UTF-8''${encoded}`;
}

/** Its beginning and its end, which says what it is. */
const shortened = (name: readonly string[]): string =>
  (name.length <= NAME_CHARACTERS ? name : [...name.slice(0, NAME_CHARACTERS - 20), ...name.slice(-20)]).join(
    '',
  );
