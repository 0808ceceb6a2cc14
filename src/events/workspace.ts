import { Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { Instant, nullable, personal, Uuid } from './schema.ts';

/** `workspace-{id}`: the tenant, its keys, its pace, its credits and what an operator approved for it. */
export const workspace = category('workspace', {
  WorkspaceOpened: {
    v: 1,
    meaning: 'A workspace exists from now on.',
    schema: Type.Object({ name: Type.String() }),
  },
  ApiKeyCreated: {
    v: 1,
    meaning: 'An API key was handed out; only its SHA-256 is kept.',
    schema: Type.Object({
      keyId: Uuid,
      name: nullable(Type.String()),
      hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      scopes: Type.Array(Type.String()),
      expiresAt: nullable(Instant),
    }),
  },
  ApiKeyRevoked: { v: 1, meaning: 'The key is refused from now on.', schema: Type.Object({ keyId: Uuid }) },
  SendingPaceSet: {
    v: 1,
    meaning: 'How many recipients a second and a UTC day the workspace may send to.',
    schema: Type.Object({ perSecond: Type.Integer({ minimum: 1 }), perDay: Type.Integer({ minimum: 1 }) }),
  },
  CreditsGranted: {
    v: 1,
    meaning: 'Credits were added to the balance.',
    schema: Type.Object({ credits: Type.Integer() }),
  },
  SmsTemplateApproved: {
    v: 1,
    meaning: 'An SMS text may be sent from now on.',
    schema: Type.Object({ templateId: Uuid, name: Type.String(), body: Type.String() }),
  },
  SmsTemplateWithdrawn: {
    v: 1,
    meaning: 'The SMS text may not be sent any more.',
    schema: Type.Object({ templateId: Uuid }),
  },
  SmsNumberAssigned: {
    v: 1,
    meaning: 'Messages to this number belong to the workspace.',
    schema: Type.Object({ number: personal(Type.String()) }),
  },
  SmsNumberReleased: {
    v: 1,
    meaning: 'Messages to this number belong to the workspace no more.',
    schema: Type.Object({ number: personal(Type.String()) }),
  },
  SenderDomainAdded: {
    v: 1,
    meaning: 'The workspace sends from this domain.',
    schema: Type.Object({ domain: Type.String() }),
  },
  SenderDomainRemoved: {
    v: 1,
    meaning: 'The workspace sends from this domain no more.',
    schema: Type.Object({ domain: Type.String() }),
  },
});
export type WorkspaceEvent = EventOf<typeof workspace>;
export type RecordedWorkspaceEvent = RecordedOf<typeof workspace>;
