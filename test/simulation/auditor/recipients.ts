import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../../src/events/event.ts';
import type { Evidence } from './rule.ts';

/** One accepted recipient of a mail, and what the log tells of it. */
export interface RecipientStory {
  readonly emailId: string;
  readonly stream: string;
  readonly workspace: string;
  readonly deliveryId: string;
  readonly address: string;
  readonly isSandbox: boolean;
  readonly accepted: RecordedEvent;
  readonly scheduledFor: string | null;
  /** Events about this recipient, in order. */
  readonly events: readonly RecordedEvent[];
}

/** Every recipient that was ever accepted. */
export function recipientStories({ events, stream }: Evidence): readonly RecipientStory[] {
  const stories: RecipientStory[] = [];
  for (const accepted of events) {
    if (accepted.type !== 'EmailAccepted') continue;
    const { recipients, scheduledFor } = accepted.data as EmailAccepted;
    const all = stream(accepted.stream);
    for (const { deliveryId, address, sandbox } of recipients)
      stories.push({
        ...{ accepted, scheduledFor, deliveryId, address, isSandbox: sandbox, stream: accepted.stream },
        emailId: accepted.stream.slice('email-'.length),
        workspace: accepted.metadata.workspace,
        events: all.filter(
          ({ data }) => (data as { readonly deliveryId?: string }).deliveryId === deliveryId,
        ),
      });
  }
  return stories;
}

/** Behind these the sender has nothing more to do for a recipient. */
export const ENDS: ReadonlySet<string> = new Set([
  'Submitted',
  'Delivered',
  'Bounced',
  'Rejected',
  'RenderingFailed',
]);
