import { type Static, type TLiteral, type TSchema, type TUnion, Type } from 'typebox';
import { INSTANT_PATTERN, UUID_PATTERN } from './fieldPatterns.ts';

/**
 * Building blocks of payload schemas. Every text of an event is marked with where it is stored (`parts.ts`): a value of
 * people or contents leaves the event for a part next to it, which can go without breaking the event's proofs.
 */
export const PART = 'x-part';
const WHY = 'x-why';

/** A value that says something of a person. @param whose for the readers of the code */
export const people = <Schema extends TSchema>(whose: string, schema: Schema): Schema => ({
  ...schema,
  ...{ [PART]: 'people', [WHY]: whose },
});

/** What was sent to a person or kept of one: texts, files, the hashes of files. */
export const contents = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  [PART]: 'contents',
});

/** A text that stays in the event for ever. @param why it says nothing of a person */
export const open = <Schema extends TSchema>(why: string, schema: Schema): Schema => ({
  ...schema,
  ...{ [PART]: 'open', [WHY]: why },
});

export const SET_BY_CUSTOMER = 'set by the customer; the docs say: no personal data';
export const SET_BY_OPERATOR = 'set by the operator; the docs say: no personal data';

/** One of these texts. */
export const oneOf = <Texts extends string[]>(...texts: Texts) =>
  Type.Union(texts.map((text) => Type.Literal(text))) as TUnion<{
    [At in keyof Texts]: TLiteral<Extract<Texts[At], string>>;
  }>;

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
  content: contents(StoredText),
  /** Bytes of all, and of the header with the empty line after it. */
  bytes: Type.Integer({ minimum: 0 }),
  headBytes: Type.Integer({ minimum: 0 }),
});
export type KeptMail = Static<typeof KeptMail>;
