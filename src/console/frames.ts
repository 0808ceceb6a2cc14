import type { FastifyReply } from './page.ts';

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
