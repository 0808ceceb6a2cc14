import { type Static, type TSchema, Type } from 'typebox';
import { INSTANT_PATTERN, UUID_PATTERN } from './fieldPatterns.ts';

/**
 * Building blocks of payload schemas. A field that holds personal data (addresses, names, numbers,
 * subjects, contents, variables) is wrapped in `personal`, which only annotates its schema:
 * code that encrypts or erases such fields finds them in the catalogue.
 */
export const PERSONAL = 'x-personal';

export function personal<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [PERSONAL]: true };
}

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const Uuid = Type.String({ pattern: UUID_PATTERN });

/** ISO 8601 with milliseconds, UTC. */
export const Instant = Type.String({ pattern: INSTANT_PATTERN });

/** In hex. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** Bytes in the blob store, named by their content. `length` in bytes. */
export const BlobRef = Type.Object({
  sha256: Sha256,
  length: Type.Integer({ minimum: 0 }),
});
export type BlobRef = Static<typeof BlobRef>;

/** A text of any size: up to 64 KB is in the event itself, a longer one in the blob store. */
export const StoredText = Type.Union([
  Type.Object({ inline: Type.String() }),
  Type.Object({ blob: BlobRef }),
]);
export type StoredText = Static<typeof StoredText>;

/** A mail as it came, with CRLF line ends: in base64 up to 64 KB, a larger one in the blob store. */
export const KeptMail = Type.Object({
  content: personal(StoredText),
  /** Bytes of all, and of the header with the empty line after it. */
  bytes: Type.Integer({ minimum: 0 }),
  headBytes: Type.Integer({ minimum: 0 }),
});
export type KeptMail = Static<typeof KeptMail>;
