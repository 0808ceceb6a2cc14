import {
  type AddressEvidence,
  type DatedMessage,
  NO_EVIDENCE,
  withDated,
} from '../events/addressEvidence.ts';
import { streamId } from '../events/category.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import { projection } from '../follow/fold/projection.ts';

type Event = Extract<RecordedEmailEvent, { type: 'Bounced' | 'ReportKept' | 'Delivered' }>;

/** Keyed by `suppressionId`. Holds no address. */
export const addressEvidence = projection<AddressEvidence, Event>({
  name: 'address_evidence',
  version: 2,
  readsParts: true,
  indexes: {},
  key: (event) => {
    const { sandbox, suppressionId } = event.data;
    if (sandbox || (event.type !== 'Delivered' && !event.data.hard)) return null;
    return suppressionId;
  },
  on: {
    Bounced: refused,
    ReportKept: refused,
    Delivered: (document, event) => {
      const { refusals, deliveries: before } = document ?? NO_EVIDENCE;
      const deliveries = withDated(before, datedMessage(event));
      return deliveries === before ? document : { refusals, deliveries };
    },
  },
});

function refused(
  document: AddressEvidence | null,
  event: Extract<Event, { type: 'Bounced' | 'ReportKept' }>,
): AddressEvidence | null {
  const { refusals: before, deliveries } = document ?? NO_EVIDENCE;
  const refusals = withDated(before, datedMessage(event));
  return refusals === before ? document : { refusals, deliveries };
}

function datedMessage({ stream, data, metadata }: Event): DatedMessage {
  return { emailId: streamId(stream), atMs: Date.parse(data.reportedAt ?? metadata.at) };
}
