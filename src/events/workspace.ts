import { type Static, Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { Instant, nullable, open, people, SET_BY_OPERATOR, Uuid } from './schema.ts';

/** A DKIM key (RFC 6376) of a sender's domain. */
const SenderKey = Type.Object({
  selector: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }),
  algorithm: Type.Union([Type.Literal('rsa-sha256'), Type.Literal('ed25519-sha256')]),
  /** As in the `p=` of its record: base64. */
  publicKey: open('a public key', Type.String()),
  /** Sealed under the master key (secrets port). */
  sealedPrivateKey: open('sealed', Type.String()),
});
export type SenderKey = Static<typeof SenderKey>;

export const Tracked = Type.Union([Type.Literal('opens'), Type.Literal('clicks')]);
export type Tracked = Static<typeof Tracked>;

/** `workspace-{id}`: the tenant, its keys, its pace, its credits and what an operator approved for it. */
export const workspace = category('workspace', {
  WorkspaceOpened: {
    v: 1,
    meaning: 'A workspace exists from now on.',
    schema: Type.Object({ name: open(SET_BY_OPERATOR, Type.String()) }),
  },
  ApiKeyCreated: {
    v: 1,
    meaning: 'An API key was created; only its SHA-256 is stored.',
    schema: Type.Object({
      keyId: Uuid,
      name: nullable(open(SET_BY_OPERATOR, Type.String())),
      hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      scopes: Type.Array(open('scopes of the interface', Type.String())),
      /** What is counted of a mail by SMTP that does not say; absent: nothing. */
      track: Type.Optional(Type.Array(Tracked)),
      expiresAt: nullable(Instant),
    }),
  },
  ApiKeyRevoked: { v: 1, meaning: 'The key is refused from now on.', schema: Type.Object({ keyId: Uuid }) },
  SendingPaceSet: {
    v: 1,
    meaning: 'How many recipients a second and a UTC day the workspace may send to.',
    schema: Type.Object({ perSecond: Type.Integer({ minimum: 1 }), perDay: Type.Integer({ minimum: 1 }) }),
  },
  WorkspaceSuspended: {
    v: 1,
    meaning: 'The workspace sends nothing from now on: its sends are refused, and what waits stays.',
    schema: Type.Object({ reason: people('whom the operator names', Type.String()) }),
  },
  WorkspaceResumed: {
    v: 1,
    meaning: 'The suspended workspace sends again.',
    schema: Type.Object({ reason: people('whom the operator names', Type.String()) }),
  },
  CreditsGranted: {
    v: 1,
    meaning: 'Credits were added to the balance.',
    schema: Type.Object({ credits: Type.Integer() }),
  },
  SmsTemplateApproved: {
    v: 1,
    meaning: 'An SMS text may be sent from now on.',
    schema: Type.Object({
      templateId: Uuid,
      name: open(SET_BY_OPERATOR, Type.String()),
      /** Liquid. */
      body: open(SET_BY_OPERATOR, Type.String()),
    }),
  },
  SmsTemplateWithdrawn: {
    v: 1,
    meaning: 'The SMS text may not be sent any more.',
    schema: Type.Object({ templateId: Uuid }),
  },
  SmsNumberAssigned: {
    v: 1,
    meaning: 'Messages to this number belong to the workspace.',
    schema: Type.Object({ number: open('a number of the workspace itself', Type.String()) }),
  },
  SmsNumberReleased: {
    v: 1,
    meaning: 'Messages to this number belong to the workspace no more.',
    schema: Type.Object({ number: open('a number of the workspace itself', Type.String()) }),
  },
  SenderDomainAdded: {
    v: 1,
    meaning: 'The workspace wants to send from this domain, and has keys for it.',
    schema: Type.Object({
      domain: open('public in DNS', Type.String()),
      keys: Type.Optional(Type.Array(SenderKey)),
    }),
  },
  SenderDomainKeysAdded: {
    v: 1,
    meaning: 'More keys were added; they replace the earlier ones once DNS has them.',
    schema: Type.Object({ domain: open('public in DNS', Type.String()), keys: Type.Array(SenderKey) }),
  },
  SenderDomainKeysResealed: {
    v: 1,
    meaning: "The domain's private keys, which are the same, are sealed under another master key.",
    schema: Type.Object({
      domain: open('public in DNS', Type.String()),
      keys: Type.Array(
        Type.Object({
          selector: open('public in DNS', Type.String()),
          sealedPrivateKey: open('sealed', Type.String()),
        }),
      ),
    }),
  },
  SenderDomainChecked: {
    v: 1,
    meaning: 'DNS was checked: the keys that it has verify the domain and sign its mail.',
    schema: Type.Object({
      domain: open('public in DNS', Type.String()),
      published: Type.Array(open('public in DNS', Type.String())),
    }),
  },
  SenderDomainRemoved: {
    v: 1,
    meaning: 'The workspace sends from this domain no more; its keys sign nothing.',
    schema: Type.Object({ domain: open('public in DNS', Type.String()) }),
  },
});
export type WorkspaceEvent = EventOf<typeof workspace>;
export type RecordedWorkspaceEvent = RecordedOf<typeof workspace>;
