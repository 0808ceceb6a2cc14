import { Type } from 'typebox';
import { base64Fault } from '../emails/emailRules.ts';
import { ATTACHMENT_CONTENT_MAX } from '../emails/emailSchema.ts';
import { isObject } from '../schemaIssues.ts';

/**
 * The bytes of an attachment as clients send them: in base64, as a list of bytes (Go, Python), or as Node writes a
 * Buffer in JSON.
 */
export type AttachmentContent = string | readonly number[] | { readonly data: readonly number[] };

/** Bytes that base64 of the maximum length decodes to. */
const BYTES_MAX = (ATTACHMENT_CONTENT_MAX / 4) * 3;

const Bytes = Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { minItems: 1, maxItems: BYTES_MAX });

/** As it is documented; `contentFault` checks the values. */
export const documentedContent = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: ATTACHMENT_CONTENT_MAX }),
    Bytes,
    Type.Object({ type: Type.Literal('Buffer'), data: Bytes }, { additionalProperties: false }),
  ],
  { examples: ['SGVsbG8='] },
);

/** What is wrong with a content; null when it can be decoded to at least one byte. */
export function contentFault(content: unknown): string | null {
  if (typeof content === 'string') {
    if (content.length > ATTACHMENT_CONTENT_MAX)
      return `must have at most ${ATTACHMENT_CONTENT_MAX} characters`;
    return base64Fault(content);
  }
  const bytes = isBufferObject(content) ? content.data : content;
  if (!Array.isArray(bytes)) return 'must be base64, or a list of bytes';
  if (bytes.length === 0) return 'must have at least 1 byte';
  if (bytes.length > BYTES_MAX) return `must have at most ${BYTES_MAX} bytes`;
  return bytes.every(isByte) ? null : 'must be a list of bytes, whole numbers from 0 to 255';
}

/** A content without fault, decoded. */
export function decodedContent(content: AttachmentContent): Buffer {
  if (typeof content === 'string') return Buffer.from(content, 'base64');
  return Buffer.from('data' in content ? content.data : content);
}

function isBufferObject(content: unknown): content is { readonly data: unknown } {
  return isObject(content) && content.type === 'Buffer' && Object.keys(content).length === 2;
}

const isByte = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
