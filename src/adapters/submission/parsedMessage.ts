import type { Readable } from 'node:stream';
import { type Attachment, type AttachmentStream, MailParser, type MessageText } from 'mailparser';
import { PARSER_OPTIONS } from '../intake/readMail.ts';

/** A part as the parser keeps it. */
interface ParsedPart {
  readonly node: { readonly filename?: string | false };
  readonly contentType: string | false;
  readonly parent?: ParsedPart;
  readonly children: readonly ParsedPart[];
  isAttachment?: boolean;
  /** Only of a text that is no attachment. */
  readonly textContent?: string;
}

/** The parser's own methods by which it decides about texts, and what takes the parts apart. */
interface Decisions {
  readonly splitter: Readable;
  readonly tree: ParsedPart | false;
  createNode(node: object): ParsedPart;
  getTextContent(): Texts;
}

export type ParsedAttachment = Omit<Attachment, 'related'>;
type Texts = MessageText & { readonly text: string; readonly html: string };

/**
 * Decodes a message. The parser takes named texts for text, and leaves plain ones out of the html: here the first are
 * attachments, and the others stand in their place.
 */
export async function parsedMessage(raw: Buffer) {
  const parser = new MailParser(PARSER_OPTIONS) as MailParser & Decisions;
  const createNode = parser.createNode.bind(parser);
  parser.createNode = (node) => {
    const part = createNode(node);
    part.isAttachment ||= isNamedText(part);
    return part;
  };
  parser.getTextContent = () => textsOf(parser.tree);
  // After an error an attachment may never end; one of the splitter's is not always passed on.
  const failed = new Promise<never>((_, reject) => {
    parser.on('error', reject);
    parser.splitter.on('error', reject);
  });
  parser.end(raw);
  return Promise.race([contentsOf(parser), failed]);
}

async function contentsOf(parser: MailParser) {
  let texts = textsOf(false);
  const attachments: ParsedAttachment[] = [];
  for await (const data of parser as AsyncIterable<AttachmentStream | Texts>) {
    if (data.type === 'text') texts = data;
    else {
      const chunks: Buffer[] = [];
      for await (const chunk of data.content as unknown as AsyncIterable<Buffer>) chunks.push(chunk);
      data.release();
      attachments.push({ ...data, content: Buffer.concat(chunks) });
    }
  }
  return { ...texts, attachments };
}

/** The first part is what was written, and alternatives are the same in other forms, whatever names they have. */
function isNamedText(part: ParsedPart): boolean {
  const { node, parent, contentType } = part;
  if (!node.filename || !parent || parent.contentType === 'multipart/alternative') return false;
  return /^text\//.test(contentType || '') && parent.children[0] !== part;
}

interface TextParts {
  readonly all: readonly TextPart[];
  /** Those of the html: of alternatives the ones that have some. */
  readonly shown: readonly TextPart[];
  readonly hasHtml: boolean;
}

interface TextPart {
  readonly isHtml: boolean;
  readonly content: string;
}

function textsOf(tree: ParsedPart | false): Texts {
  const { all, shown, hasHtml } = tree ? textPartsOf(tree) : { all: [], shown: [], hasHtml: false };
  const text = all.flatMap(({ isHtml, content }) => (isHtml ? [] : [content]));
  const html = shown.filter(({ content }) => hasHtml && content.trim() !== '').map(htmlOf);
  return { type: 'text', text: text.join('\n'), html: html.join('<br/>\n') };
}

function textPartsOf({ textContent, contentType, children }: ParsedPart): TextParts {
  if (textContent) {
    const hasHtml = contentType === 'text/html';
    const parts = [{ isHtml: hasHtml, content: textContent }];
    return { all: parts, shown: parts, hasHtml };
  }
  const inside = children.map(textPartsOf);
  const hasHtml = inside.some((one) => one.hasHtml);
  const isChoice = hasHtml && contentType === 'multipart/alternative';
  return {
    all: inside.flatMap(({ all }) => all),
    shown: inside.flatMap((one) => (isChoice && !one.hasHtml ? [] : one.shown)),
    hasHtml,
  };
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function htmlOf({ isHtml, content }: TextPart): string {
  if (isHtml) return content;
  const escaped = content.trim().replace(/[&<>]/g, (character) => ESCAPED[character] ?? '');
  return `<p>${escaped.replaceAll('\n', '<br/>\n')}</p>`;
}
