import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageFor } from './language.ts';
import { type Page, pageHtml } from './page.ts';
import { TEXTS, type Texts } from './texts.ts';

/** What every answer to a recipient says: it is kept nowhere, and tells the next site nothing of the message. */
const PRIVATE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** A page may run nothing and load nothing; its form goes back to where it came from. */
const PAGE = {
  ...PRIVATE,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  vary: 'Accept-Language',
} as const;

/** The headers of answers without a page. */
export function privately(reply: FastifyReply): FastifyReply {
  return reply.headers({ ...PRIVATE });
}

/** Answers with a page in the reader's language. */
export function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  pageOf: (texts: Texts) => Page,
): FastifyReply {
  const language = languageFor(request.headers['accept-language']);
  return reply
    .code(status)
    .headers({ ...PAGE, 'content-language': language })
    .send(pageHtml(language, pageOf(TEXTS[language])));
}

/** A token that was altered, or names nothing that the log knows. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerPage(request, reply, 404, ({ unknown }) => ({
    title: unknown.title,
    sentences: [unknown.text],
    button: null,
  }));
}
