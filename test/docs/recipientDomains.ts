import type { RecordedEmailEvent } from '../../src/events/email.ts';
import { projection } from '../../src/follow/fold/projection.ts';

type Event = Extract<RecordedEmailEvent, { type: 'EmailAccepted' | 'Bounced' }>;

/** What became of a workspace's mail to one domain. Keyed by workspace and domain. */
export interface RecipientDomainDocument {
  readonly workspace: string;
  readonly domain: string;
  readonly accepted: number;
  readonly bounced: number;
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function addressesOf(event: Event): readonly string[] {
  return event.type === 'Bounced'
    ? [event.data.recipient]
    : event.data.recipients.map(({ address }) => address);
}

const keyOf = ({ metadata }: Event, address: string) => `${metadata.workspace}/${domainOf(address)}`;

/** How many recipients of the event are in the domain of the key. */
const countIn = (event: Event, key: string) =>
  addressesOf(event).filter((address) => keyOf(event, address) === key).length;

function begun({ metadata: { workspace } }: Event, key: string): RecipientDomainDocument {
  return { workspace, domain: key.slice(workspace.length + 1), accepted: 0, bounced: 0 };
}

export const recipientDomains = projection<RecipientDomainDocument, Event>({
  name: 'recipient_domains',
  version: 1,
  indexes: { byBounced: ['workspace', 'bounced'] },
  keys: (event) => [...new Set(addressesOf(event).map((address) => keyOf(event, address)))],
  on: {
    EmailAccepted(document, event, key) {
      const before = document ?? begun(event, key);
      return { ...before, accepted: before.accepted + countIn(event, key) };
    },
    Bounced(document, event, key) {
      const before = document ?? begun(event, key);
      return { ...before, bounced: before.bounced + 1 };
    },
  },
});
