import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { nullable, open, Sha256, Uuid } from './schema.ts';

const Revision = Type.Integer({ minimum: 0 });
/** An event of the log, by a name that every engine gives it. */
const Place = Type.Object({ stream: open('the name of a stream', Type.String()), revision: Revision });

/** The stream `seal`: signed tree heads of the whole log (docs/auditing.md), and the keys that sign them. */
export const seal = category('seal', {
  SealKeyMade: event('The seals after it are signed by this key.', {
    /** The 32 bytes of an Ed25519 key in base64. */
    publicKey: open('a public key', Type.String()),
    /** The private key, sealed under the master key. */
    sealedKey: open('sealed', Type.String()),
    /** Revision of the key before it; null for the first one. */
    replaces: nullable(Revision),
    /** By the key before it, in base64; null for the first key, and after the loss of the one before. */
    signature: nullable(open('a signature', Type.String())),
    /** Revision of the newest seal before it; null when there is none. */
    previous: nullable(Revision),
  }),
  LogSealed: event('The first `size` events of the log are those of this tree head (RFC 9162).', {
    ledgerId: Uuid,
    size: Type.Integer({ minimum: 1 }),
    root: Sha256,
    /** Ed25519 over ledger id, size and root, in base64. */
    signature: open('a signature', Type.String()),
    publicKey: open('a public key', Type.String()),
    /** Revision of the event that made the key. */
    keyRevision: Revision,
    /** Revision of the seal before it; null for the first one. */
    previous: nullable(Revision),
    /** Roots of the complete subtrees that the tree consists of, the largest first. */
    peaks: Type.Array(Sha256),
    /** The last event that the tree holds. */
    last: Place,
    /** How many seals up to it have a time before that of the seal before them, since the clock was set: between these times ascend. */
    clockSteps: Type.Optional(Type.Integer({ minimum: 0 })),
    /**
     * The parts of 1,024 leaves that end after the seal before it, in their order: the roots of the complete subtrees that end with the
     * part (of 1,024 leaves, 2,048 and so on), and its last event. A proof needs them, so that it doesn't read the log.
     */
    parts: Type.Array(Type.Object({ roots: Type.Array(Sha256), last: Place })),
  }),
});
export type SealEvent = EventOf<typeof seal>;
export type RecordedSealEvent = RecordedOf<typeof seal>;
export type LogSealed = Extract<SealEvent, { type: 'LogSealed' }>['data'];
export type TreePart = LogSealed['parts'][number];
export type SealKeyMade = Extract<SealEvent, { type: 'SealKeyMade' }>['data'];

export const SEAL_STREAM = 'seal';
