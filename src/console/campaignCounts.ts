import type { Ledger } from '../commands/kernel/ledger.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { Position } from '../events/event.ts';
import { logPages } from '../rebuild/logPages.ts';
import { inBackground, type Work } from './background.ts';

/** What is counted of a campaign's recipients, each once. */
export const CAMPAIGN_FIGURES = {
  submitted: 'Handed over',
  delivered: 'Delivered',
  opened: 'Opened',
  clicked: 'Clicked',
  bounced: 'Bounced',
  complained: 'Complained',
  unsubscribed: 'Unsubscribed',
} as const;
export type CampaignFigure = keyof typeof CAMPAIGN_FIGURES;

const COUNTED = {
  Submitted: 'submitted',
  Delivered: 'delivered',
  Opened: 'opened',
  Clicked: 'clicked',
  Bounced: 'bounced',
  Complained: 'complained',
  Unsubscribed: 'unsubscribed',
} as const satisfies Partial<Record<RecordedEmailEvent['type'], CampaignFigure>>;
const isCounted = (type: string): type is keyof typeof COUNTED => type in COUNTED;

const PAGE = 1_000;
/** Of the log that are looked at for one campaign; the page says where it ended. */
const MAX_EVENTS = 3_000_000;
const HOUR_CHARACTERS = 'YYYY-MM-DDTHH'.length;

export interface CampaignCounts {
  readonly total: Readonly<Record<CampaignFigure, number>>;
  /** By hours (`YYYY-MM-DDTHH`), ascending; those without any are left out. */
  readonly hours: ReadonlyMap<string, Readonly<Record<CampaignFigure, number>>>;
  readonly events: number;
  /** Whether the log was read to its end. */
  readonly isWhole: boolean;
}

const none = (): Record<CampaignFigure, number> => ({
  ...{ submitted: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0 },
});

/** Counts what became of campaigns by the log, from their creation on: when something happened is in no read model. */
export function campaignCounts({ store, clock }: Pick<Ledger, 'store' | 'clock'>) {
  const count = inBackground<number, CampaignCounts>(clock, 0);
  return (campaignId: string, createdAt: Position): Work<number, CampaignCounts> =>
    count(campaignId, async (onProgress) => {
      const tally = tallyOf(campaignId);
      const until = await store.head();
      const types = ['EmailAccepted', ...Object.keys(COUNTED)];
      let events = 0;
      const range = { after: createdAt, until, limit: PAGE, types, withoutParts: true };
      for await (const page of logPages(store, range)) {
        for (const event of page.events as readonly unknown[] as readonly RecordedEmailEvent[])
          tally.add(event);
        events += page.events.length;
        onProgress(events);
        const isOver = page.caughtUp || page.position >= until;
        if (events >= MAX_EVENTS && !isOver) return { ...tally.counts(), events, isWhole: false };
      }
      return { ...tally.counts(), events, isWhole: true };
    });
}

function tallyOf(campaignId: string) {
  const streams = new Set<string>();
  const seen = new Set<string>();
  const total = none();
  const hours = new Map<string, Record<CampaignFigure, number>>();
  return {
    add({ type, data, stream, metadata }: RecordedEmailEvent): void {
      if (type === 'EmailAccepted') {
        if (data.campaign?.campaignId === campaignId) streams.add(stream);
        return;
      }
      if (!isCounted(type) || !streams.has(stream)) return;
      // What programs do before a reader is counted nowhere.
      if ('automated' in data && data.automated) return;
      const figure = COUNTED[type];
      const once = `${data.deliveryId} ${figure}`;
      if (seen.has(once)) return;
      seen.add(once);
      const hour = metadata.at.slice(0, HOUR_CHARACTERS);
      const ofHour = hours.get(hour) ?? none();
      hours.set(hour, ofHour);
      ofHour[figure] += 1;
      total[figure] += 1;
    },
    counts: () => ({ total, hours: new Map([...hours].sort(([one], [other]) => (one < other ? -1 : 1))) }),
  };
}
