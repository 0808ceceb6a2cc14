import { setImmediate } from 'node:timers/promises';
import type { ComposedAttachment, MessageContent } from '../../ports/composer.ts';
import { attachmentPart } from './attachmentPart.ts';
import type { TextEncoding } from './transferEncoding.ts';

/** Where the html and the text go, which may differ from recipient to recipient. */
export const HTML_HOLE = Symbol('the html');
export const TEXT_HOLE = Symbol('the text');

export type BodyPiece = Buffer | typeof HTML_HOLE | typeof TEXT_HOLE;

/** How each of the two is written. */
export interface BodyEncodings {
  readonly html: TextEncoding;
  readonly text: TextEncoding;
}

/** A part of a message in writing: its fields and its content, in pieces that are to be joined. */
export type PartPieces = readonly BodyPiece[];

/** The fields of the message's own content and its body, encoded once for all recipients. */
export async function bodyParts(content: MessageContent, encodings: BodyEncodings): Promise<PartPieces> {
  const { html, attachments, boundarySeed } = content;
  // In quoted-printable an `=` is never followed by an underscore, and neither stands in base64's lines.
  const boundary = (level: string) => `=_${boundarySeed}_${level}`;
  // Only what the html shows belongs to it; another part may have an id and still be a file of its own.
  const isRelated = ({ contentId, disposition }: ComposedAttachment) =>
    html !== null && contentId !== null && disposition === 'inline';
  const [related, others]: [PartPieces[], PartPieces[]] = [[], []];
  for (const attachment of attachments) {
    (isRelated(attachment) ? related : others).push(attachmentPart(attachment));
    // Files are large: others get their turn between two of them.
    await setImmediate();
  }
  const shown = multipart('related', boundary('r'), [htmlPart(encodings.html), ...related]);
  return multipart('mixed', boundary('m'), [words(content, shown, boundary('a'), encodings.text), ...others]);
}

/** What is there to read: html and text are alternatives to each other. */
function words(
  { html, text }: MessageContent,
  shown: PartPieces,
  boundary: string,
  encoding: TextEncoding,
): PartPieces {
  if (html === null) return textPart(encoding);
  return text === null ? shown : multipart('alternative', boundary, [textPart(encoding), shown]);
}

const textPart = (encoding: TextEncoding): PartPieces => [textFields('plain', encoding), TEXT_HOLE];

const htmlPart = (encoding: TextEncoding): PartPieces => [textFields('html', encoding), HTML_HOLE];

function textFields(kind: 'plain' | 'html', encoding: TextEncoding): Buffer {
  return Buffer.from(
    `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  );
}

/** Parts within one (RFC 2046, section 5.1); a single one stands for itself. */
function multipart(kind: string, boundary: string, parts: readonly PartPieces[]): PartPieces {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const begin = Buffer.from(`--${boundary}\r\n`);
  return [
    Buffer.from(`Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((part) => [begin, ...part]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
}
