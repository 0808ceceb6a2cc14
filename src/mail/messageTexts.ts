import type { MimeEntity } from './mimeEntity.ts';

/** What a message says, and what it brings: its parts sorted for a reader. */
export interface MessageTexts {
  readonly text: string;
  readonly html: string;
  readonly files: readonly MimeEntity[];
}

/**
 * Whether a part is what was written; the others are files. A named text is one, unless it comes first or is an
 * alternative.
 */
export function isWritten(part: MimeEntity, above: MimeEntity | null): boolean {
  if (part.type !== 'text/plain' && part.type !== 'text/html') return false;
  if (part.isAttachment) return false;
  if (above === null || above.type === 'multipart/alternative' || above.children[0] === part) return true;
  return part.filename === '';
}

interface Texts {
  readonly all: readonly WrittenText[];
  /** Those of the html: of alternatives the ones that have some. */
  readonly shown: readonly WrittenText[];
  readonly files: readonly MimeEntity[];
  readonly hasHtml: boolean;
}

interface WrittenText {
  readonly isHtml: boolean;
  readonly content: string;
}

/** The texts of a message. Where it has html, its other plain texts stand in it too, in their place. */
export function messageTexts(message: MimeEntity, textOf: (part: MimeEntity) => string): MessageTexts {
  const { all, shown, files, hasHtml } = textsIn(message, null, textOf);
  const text = all.flatMap(({ isHtml, content }) => (isHtml ? [] : [content]));
  const html = shown.filter(({ content }) => hasHtml && content.trim() !== '').map(htmlOf);
  return { text: withoutLastBreak(text.join('\n')), html: withoutLastBreak(html.join('<br/>\n')), files };
}

/** The end of a mail's last line belongs to the mail, not to its text. */
const withoutLastBreak = (text: string) => text.replace(/\n$/, '');

function textsIn(part: MimeEntity, above: MimeEntity | null, textOf: (part: MimeEntity) => string): Texts {
  if (part.children.length > 0 && part.type !== 'message/rfc822') {
    const inside = part.children.map((child) => textsIn(child, part, textOf));
    const hasHtml = inside.some((one) => one.hasHtml);
    const isChoice = hasHtml && part.type === 'multipart/alternative';
    return {
      all: inside.flatMap(({ all }) => all),
      shown: inside.flatMap((one) => (isChoice && !one.hasHtml ? [] : one.shown)),
      files: inside.flatMap(({ files }) => files),
      hasHtml,
    };
  }
  if (!isWritten(part, above)) return { all: [], shown: [], files: [part], hasHtml: false };
  const content = textOf(part);
  const isHtml = part.type === 'text/html';
  const texts = content === '' ? [] : [{ isHtml, content }];
  return { all: texts, shown: texts, files: [], hasHtml: isHtml && content !== '' };
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function htmlOf({ isHtml, content }: WrittenText): string {
  if (isHtml) return content;
  const escaped = content.trim().replace(/[&<>]/g, (character) => ESCAPED[character] ?? '');
  return `<p>${escaped.replaceAll('\n', '<br/>\n')}</p>`;
}
