import { type Static, Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
import { Instant, nullable, oneOf, open, people, SET_BY_OPERATOR, Uuid } from './schema.ts';

/** A DKIM key (RFC 6376) of a sender's domain. */
const SenderKey = Type.Object({
  selector: Type.String({ pattern: '^[a-z0-9-]{1,63}$' }),
  algorithm: oneOf('rsa-sha256', 'ed25519-sha256'),
  /** As in the `p=` of its record: base64. */
  publicKey: open('a public key', Type.String()),
  /** Sealed under the master key (secrets port). */
  sealedPrivateKey: open('sealed', Type.String()),
});
export type SenderKey = Static<typeof SenderKey>;

export const Tracked = oneOf('opens', 'clicks');
export type Tracked = Static<typeof Tracked>;

/** `workspace-{id}`: the tenant, its keys, its pace, its credits and what an operator approved for it. */
export const workspace = category('workspace', {
  WorkspaceOpened: event('A workspace exists from now on.', { name: open(SET_BY_OPERATOR, Type.String()) }),
  ApiKeyCreated: event('An API key was created; only its SHA-256 is stored.', {
    keyId: Uuid,
    name: nullable(open(SET_BY_OPERATOR, Type.String())),
    hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    scopes: Type.Array(open('scopes of the interface', Type.String())),
    /** What is counted of a mail by SMTP that does not say; absent: nothing. */
    track: Type.Optional(Type.Array(Tracked)),
    expiresAt: nullable(Instant),
  }),
  ApiKeyRevoked: event('The key is refused from now on.', { keyId: Uuid }),
  SendingPaceSet: event('How many recipients a second and a UTC day the workspace may send to.', {
    perSecond: Type.Integer({ minimum: 1 }),
    perDay: Type.Integer({ minimum: 1 }),
  }),
  WorkspaceSuspended: event(
    'The workspace sends nothing from now on: its sends are refused, and what waits stays.',
    { reason: people('whom the operator names', Type.String()) },
  ),
  WorkspaceResumed: event('The suspended workspace sends again.', {
    reason: people('whom the operator names', Type.String()),
  }),
  CreditsGranted: event('Credits were added to the balance.', { credits: Type.Integer() }),
  SmsTemplateApproved: event('An SMS text may be sent from now on.', {
    templateId: Uuid,
    name: open(SET_BY_OPERATOR, Type.String()),
    /** Liquid. */
    body: open(SET_BY_OPERATOR, Type.String()),
  }),
  SmsTemplateWithdrawn: event('The SMS text may not be sent any more.', { templateId: Uuid }),
  SmsNumberAssigned: event('Messages to this number belong to the workspace.', {
    number: open('a number of the workspace itself', Type.String()),
  }),
  SmsNumberReleased: event('Messages to this number belong to the workspace no more.', {
    number: open('a number of the workspace itself', Type.String()),
  }),
  SenderDomainAdded: event('The workspace wants to send from this domain, and has keys for it.', {
    domain: open('public in DNS', Type.String()),
    keys: Type.Optional(Type.Array(SenderKey)),
  }),
  SenderDomainKeysAdded: event('More keys were added; they replace the earlier ones once DNS has them.', {
    domain: open('public in DNS', Type.String()),
    keys: Type.Array(SenderKey),
  }),
  SenderDomainKeysResealed: event(
    "The domain's private keys, which are the same, are sealed under another master key.",
    {
      domain: open('public in DNS', Type.String()),
      keys: Type.Array(
        Type.Object({
          selector: open('public in DNS', Type.String()),
          sealedPrivateKey: open('sealed', Type.String()),
        }),
      ),
    },
  ),
  SenderDomainChecked: event('DNS was checked: the keys that it has verify the domain and sign its mail.', {
    domain: open('public in DNS', Type.String()),
    published: Type.Array(open('public in DNS', Type.String())),
  }),
  SenderDomainRemoved: event('The workspace sends from this domain no more; its keys sign nothing.', {
    domain: open('public in DNS', Type.String()),
  }),
});
export type WorkspaceEvent = EventOf<typeof workspace>;
export type RecordedWorkspaceEvent = RecordedOf<typeof workspace>;
