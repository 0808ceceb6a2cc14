import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import { projection } from '../follow/fold/projection.ts';

/** Actors of events that were caused by a call under an API key: `key:{id}`. */
const BY_KEY = 'key:';

/** When an API key was used last to send something. */
export interface KeyUseDocument {
  /** The UTC day, YYYY-MM-DD: a document that changed with each message would cost a write each. */
  readonly lastSentOn: string;
}

type Event =
  | Extract<RecordedEmailEvent, { type: 'EmailAccepted' }>
  | Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;

/** Keyed by the id of the API key. What a key only reads is not in the log. */
export const keyUses = projection<KeyUseDocument, Event>({
  name: 'key_uses',
  version: 1,
  indexes: {},
  key: ({ metadata: { actor } }) => (actor.startsWith(BY_KEY) ? actor.slice(BY_KEY.length) : null),
  on: { EmailAccepted: sent, SmsAccepted: sent },
});

function sent(document: KeyUseDocument | null, { metadata: { at } }: Event): KeyUseDocument {
  const lastSentOn = at.slice(0, 'YYYY-MM-DD'.length);
  return document !== null && document.lastSentOn >= lastSentOn ? document : { lastSentOn };
}
