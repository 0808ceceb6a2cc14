import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** What the rule reads of a campaign's events. */
interface Run {
  readonly runId: string;
  readonly audienceId: string;
  readonly accepted: number;
  readonly skipped: number;
}

/** A run that was completed has one message for each contact of its audience that it counted as accepted, and counted all. */
export const campaignsOnce: Rule = {
  name: 'a campaign reaches each contact once',
  check({ events, stream }: Evidence) {
    const contacts = new Map<string, string[]>();
    for (const { type, data } of events) {
      if (type !== 'EmailAccepted') continue;
      const { campaign, recipients } = data as EmailAccepted;
      if (campaign === null || recipients.length === 0) continue;
      contacts.set(campaign.runId, [...(contacts.get(campaign.runId) ?? []), campaign.contactId]);
    }
    const completed = events.filter(({ type }) => type === 'CampaignRunCompleted');
    return completed.flatMap((event): readonly Breach[] => {
      const { runId, accepted, skipped } = event.data as Run;
      const created = stream(event.stream).map(({ data }) => data as Partial<Run>);
      const audience = contactsOf(stream(`audience-${created[0]?.audienceId}`));
      const own = contacts.get(runId) ?? [];
      const faults: string[] = [];
      if (new Set(own).size !== own.length) faults.push('has two messages for one contact');
      if (own.some((id) => !audience.has(id)))
        faults.push('has a message for a contact outside its audience');
      if (own.length !== accepted) faults.push(`counted ${accepted}, and has ${own.length} messages`);
      if (accepted + skipped !== audience.size)
        faults.push(`counted ${accepted + skipped} contacts, and its audience has ${audience.size}`);
      return faults.map((what) => ({
        ...{ rule: this.name, atMs: null, about: [event.stream, runId] },
        what: `the run ${runId} ${what}`,
      }));
    });
  },
};

function contactsOf(events: readonly RecordedEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ data }) => (data as { readonly contactIds?: readonly string[] }).contactIds ?? []),
  );
}
