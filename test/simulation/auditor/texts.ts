import type { RecordedEvent } from '../../../src/events/event.ts';
import type { Evidence } from './rule.ts';

/** One accepted text message, and what the log tells of it. */
export interface TextStory {
  readonly smsId: string;
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  /** Into how many its text is divided, counted again. */
  readonly segments: number;
  readonly accepted: RecordedEvent;
  /** What the sender did, in order. */
  readonly own: readonly RecordedEvent[];
  /** What the carrier's receipts brought. */
  readonly reported: readonly RecordedEvent[];
}

interface Accepted {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Characters of a message that is alone, and of a part of several (3GPP TS 23.038, the default alphabet). */
const ALONE = 160;
const PART = 153;

export const segmentsOf = ({ length }: string): number => (length <= ALONE ? 1 : Math.ceil(length / PART));

/** Every text message that was ever accepted. */
export function textStories({ events, stream }: Evidence): readonly TextStory[] {
  return events.flatMap((accepted): readonly TextStory[] => {
    if (accepted.type !== 'SmsAccepted') return [];
    const { from, to, text } = accepted.data as Accepted;
    const [, ...others] = stream(accepted.stream);
    return [
      {
        ...{ accepted, from, to, segments: segmentsOf(text) },
        smsId: accepted.stream.slice('sms-'.length),
        workspace: accepted.metadata.workspace,
        own: others.filter(({ metadata }) => metadata.actor === 'sender'),
        reported: others.filter(({ metadata }) => metadata.actor !== 'sender'),
      },
    ];
  });
}

/** Whether the sender has nothing more to do after an event. */
export function endsText({ type, data }: RecordedEvent): boolean {
  const { nextAttemptAt } = data as { readonly nextAttemptAt?: string | null };
  return type === 'SmsSent' || (type === 'SmsFailed' && nextAttemptAt === null);
}
