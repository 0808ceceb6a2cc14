import { formatMailbox } from '../../commands/email/emailAddress.ts';
import type { EmailDraft } from '../../commands/email/emailDraft.ts';
import type { CampaignEvent } from '../../events/campaign.ts';
import type { SecretNames } from '../../events/uuid5.ts';
import type { ContactDocument } from '../../projections/contacts.ts';

export type CampaignCreated = Extract<CampaignEvent, { type: 'CampaignCreated' }>['data'];

/** The id of the one message of a run to a contact, however often the run is driven. */
export function campaignEmailId(names: SecretNames, runId: string, contactId: string): string {
  return names.named('campaign', runId, contactId);
}

/**
 * A contact's fields as variables of the template, as a JSON text: null where unknown. `customFields` is a JSON text
 * too and is put in as it is, at any depth.
 */
export function contactVariables(contact: ContactDocument, customFields: string | null): string {
  const { email, firstName, lastName, phone, subscribed, tags } = contact;
  const plain = { email, first_name: firstName, last_name: lastName, phone, subscribed, tags };
  return `${JSON.stringify(plain).slice(0, -1)},"custom_fields":${customFields ?? '{}'}}`;
}

/** The message of a campaign to one contact, with the template revision that was fixed at its creation. */
export function campaignDraft(
  campaign: CampaignCreated,
  subject: string,
  contact: ContactDocument,
  variables: string,
): EmailDraft {
  const { templateId, templateRevision, trackOpens, trackClicks } = campaign;
  return {
    from: formatMailbox({ name: campaign.fromName, address: campaign.from }),
    to: [contact.email],
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    html: null,
    text: null,
    template: { templateId, revision: templateRevision, variables },
    headers: {},
    attachments: [],
    tags: [],
    scheduledFor: null,
    batchId: null,
    messageStream: 'broadcast',
    trackOpens,
    trackClicks,
  };
}
