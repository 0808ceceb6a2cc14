import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageFor, TEXTS, type Texts } from './texts.ts';

/** A page for a recipient: a heading, some sentences, and at most one button. */
export interface PublicPage {
  readonly title: string;
  readonly sentences: readonly string[];
  /** `action`: what the button's form posts back to the page's own address. */
  readonly button: { readonly action: string; readonly label: string; readonly isQuiet: boolean } | null;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #565c63; --paper: #f4f5f6; --card: #fff; --line: #d6d9dc; --press: #1f5fbf; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef0; --soft: #b3b9c0; --paper: #15181b; --card: #1f2327; --line: #3b4147; --press: #8ab6ff; --on: #0b1a30; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 32rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 2rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 .75rem; }
form { margin: 1.25rem 0 0; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.5rem; border-radius: .5rem; border: 2px solid var(--press); background: var(--press); color: var(--on); cursor: pointer; }
button.quiet { background: transparent; color: var(--press); }
button:focus-visible { outline: 3px solid var(--press); outline-offset: 3px; }
`;

/** The page as HTML without scripts, pictures and anything from other sites. */
function pageHtml(language: Language, { title, sentences, button }: PublicPage): string {
  const form =
    button === null
      ? ''
      : `<form method="post"><input type="hidden" name="action" value="${escaped(button.action)}">` +
        `<button type="submit"${button.isQuiet ? ' class="quiet"' : ''}>${escaped(button.label)}</button></form>`;
  return (
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<meta name="robots" content="noindex">\n<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n` +
    `<body>\n<main>\n<h1>${escaped(title)}</h1>\n` +
    `${sentences.map((sentence) => `<p>${escaped(sentence)}</p>\n`).join('')}${form}\n</main>\n</body>\n</html>\n`
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Headers of every answer to a recipient: it is not cached, and the next site learns nothing about the message. */
const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/** A page may run nothing and load nothing; its form goes back to its own address. */
const PAGE_HEADERS = {
  ...PRIVATE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  vary: 'Accept-Language',
} as const;

/** The headers of answers without a page. */
export function withPrivateHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({ ...PRIVATE_HEADERS });
}

/** Answers with a page in the reader's language. */
export function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  pageOf: (texts: Texts) => PublicPage,
): FastifyReply {
  const language = languageFor(request.headers['accept-language']);
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, 'content-language': language })
    .send(pageHtml(language, pageOf(TEXTS[language])));
}

/** Answers with a page that has one text and no button. */
export function answerText(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  name: 'unknown' | 'unavailable' | 'revoked',
): FastifyReply {
  return answerPage(request, reply, status, ({ [name]: { title, text } }) => {
    return { title, sentences: [text], button: null };
  });
}

/** For a token that was altered, or whose message is not in the log. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerText(request, reply, 404, 'unknown');
}
