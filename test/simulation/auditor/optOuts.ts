import type { RecordedEvent } from '../../../src/events/event.ts';

/** What the words of these texts are to bring about. */
export const KEYWORDS: Readonly<Record<string, 'SmsOptedOut' | 'SmsOptedIn'>> = {
  Stop: 'SmsOptedOut',
  START: 'SmsOptedIn',
};

/** Who has told which number to stop, by the log alone. */
export interface OptOuts {
  /** Changes of what a recipient gets from a number of a workspace, in order. */
  of(sender: string, number: string): readonly RecordedEvent[];
}

interface Parties {
  readonly sender: string;
  readonly number: string;
}

export function optOutsOf(events: readonly RecordedEvent[]): OptOuts {
  const changes = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    if (event.type !== 'SmsOptedOut' && event.type !== 'SmsOptedIn') continue;
    const { sender, number } = event.data as Parties;
    const own = changes.get(`${sender} ${number}`);
    if (own === undefined) changes.set(`${sender} ${number}`, [event]);
    else own.push(event);
  }
  return { of: (sender, number) => changes.get(`${sender} ${number}`) ?? [] };
}
