import { setImmediate } from 'node:timers/promises';
import type { ComposedAttachment, MessageContent } from '../../ports/composer.ts';
import { attachmentPart } from './attachmentPart.ts';
import type { TextEncoding } from './transferEncoding.ts';

/** The places of the html and the text, which may differ between recipients. */
export const HTML_PLACE = Symbol('the html');
export const TEXT_PLACE = Symbol('the text');

export type BodyPiece = Buffer | typeof HTML_PLACE | typeof TEXT_PLACE;

/** The encoding of each of the two. */
export interface BodyEncodings {
  readonly html: TextEncoding;
  readonly text: TextEncoding;
}

/** A part of an encoded message: its fields and its content, in pieces that are joined later. */
export type PartPieces = readonly BodyPiece[];

/** The fields of the message's own content and its body, encoded once for all recipients. */
export async function bodyParts(content: MessageContent, encodings: BodyEncodings): Promise<PartPieces> {
  const { html, attachments, boundarySeed } = content;
  // In quoted-printable no underscore follows an `=`, and base64 has no underscores.
  const boundary = (level: string) => `=_${boundarySeed}_${level}`;
  // Only inline parts belong to the html; another part may have an id and still be a separate file.
  const isRelated = ({ contentId, disposition }: ComposedAttachment) =>
    html !== null && contentId !== null && disposition === 'inline';
  const [related, others]: [PartPieces[], PartPieces[]] = [[], []];
  for (const attachment of attachments) {
    (isRelated(attachment) ? related : others).push(attachmentPart(attachment));
    // Files are large: other work gets its turn between two of them.
    await setImmediate();
  }
  const shown = multipart('related', boundary('r'), [htmlPart(encodings.html), ...related]);
  return multipart('mixed', boundary('m'), [
    readable(content, shown, boundary('a'), encodings.text),
    ...others,
  ]);
}

/** The html, the text, or both as alternatives. */
function readable(
  { html, text }: MessageContent,
  shown: PartPieces,
  boundary: string,
  encoding: TextEncoding,
): PartPieces {
  if (html === null) return textPart(encoding);
  return text === null ? shown : multipart('alternative', boundary, [textPart(encoding), shown]);
}

const textPart = (encoding: TextEncoding): PartPieces => [textFields('plain', encoding), TEXT_PLACE];

const htmlPart = (encoding: TextEncoding): PartPieces => [textFields('html', encoding), HTML_PLACE];

function textFields(kind: 'plain' | 'html', encoding: TextEncoding): Buffer {
  return Buffer.from(
    `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  );
}

/** Several parts in one (RFC 2046, section 5.1); a single part stays as it is. */
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
