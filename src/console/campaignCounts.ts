import type { Ledger } from '../commands/kernel/ledger.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { Position } from '../events/event.ts';
import { logPages } from '../rebuild/logPages.ts';
import { inBackground, type Work } from './background.ts';

/** What is counted of a campaign's recipients, each once, by its event. */
export const CAMPAIGN_FIGURES = {
  Submitted: 'Handed over',
  Delivered: 'Delivered',
  Opened: 'Opened',
  Clicked: 'Clicked',
  Bounced: 'Bounced',
  Complained: 'Complained',
  Unsubscribed: 'Unsubscribed',
} as const satisfies Partial<Record<RecordedEmailEvent['type'], string>>;
export type CampaignFigure = keyof typeof CAMPAIGN_FIGURES;

const isCounted = (type: string): type is CampaignFigure => type in CAMPAIGN_FIGURES;

/** Each figure, 0. */
export const noFigures = (): Record<CampaignFigure, number> => ({
  ...{ Submitted: 0, Delivered: 0, Opened: 0, Clicked: 0, Bounced: 0, Complained: 0, Unsubscribed: 0 },
});

const PAGE = 1_000;
/** Of the log that are looked at for one campaign; the page says where it ended. */
const MAX_EVENTS = 3_000_000;
export const HOUR_MS = 3_600_000;

export interface CampaignCounts {
  readonly total: Readonly<Record<CampaignFigure, number>>;
  /** By the beginnings of hours, in milliseconds since 1970, ascending; hours without any are left out. */
  readonly hours: ReadonlyMap<number, Readonly<Record<CampaignFigure, number>>>;
  readonly events: number;
  /** Whether the log was read to its end. */
  readonly isWhole: boolean;
}

/** Counts what became of campaigns by the log, from their creation on: when something happened is in no read model. */
export function campaignCounts({ store, clock }: Pick<Ledger, 'store' | 'clock'>) {
  const count = inBackground<number, CampaignCounts>(clock, 0);
  return (campaignId: string, createdAt: Position): Work<number, CampaignCounts> =>
    count(campaignId, async (onProgress) => {
      const tally = tallyOf(campaignId);
      const until = await store.head();
      const types = ['EmailAccepted', ...Object.keys(CAMPAIGN_FIGURES)];
      let [events, isWhole] = [0, true];
      const range = { after: createdAt, until, limit: PAGE, types, withoutParts: true };
      for await (const page of logPages(store, range)) {
        for (const event of page.events as readonly unknown[] as readonly RecordedEmailEvent[])
          tally.add(event);
        events += page.events.length;
        onProgress(events);
        isWhole = page.caughtUp || page.position >= until || events < MAX_EVENTS;
        if (!isWhole) break;
      }
      return { ...tally.counts(), events, isWhole };
    });
}

function tallyOf(campaignId: string) {
  const streams = new Set<string>();
  const seen = new Set<string>();
  const total = noFigures();
  const hours = new Map<number, Record<CampaignFigure, number>>();
  return {
    add({ type, data, stream, metadata }: RecordedEmailEvent): void {
      if (type === 'EmailAccepted') {
        if (data.campaign?.campaignId === campaignId) streams.add(stream);
        return;
      }
      if (!isCounted(type) || !streams.has(stream)) return;
      // What programs do before a reader is counted nowhere.
      if ('automated' in data && data.automated) return;
      const once = `${data.deliveryId} ${type}`;
      if (seen.has(once)) return;
      seen.add(once);
      const hour = Math.floor(Date.parse(metadata.at) / HOUR_MS) * HOUR_MS;
      const ofHour = hours.get(hour) ?? noFigures();
      hours.set(hour, ofHour);
      ofHour[type] += 1;
      total[type] += 1;
    },
    counts: () => ({ total, hours: new Map([...hours].sort(([one], [other]) => one - other)) }),
  };
}
