import { hash } from 'node:crypto';
import { addressKey, domainOf } from '../events/addressForms.ts';
import type { Sum } from '../follow/fold/projection.ts';
import type { MessageDocument, MessageEntry } from './messageDocuments.ts';

export const GROUPINGS = ['day', 'hour', 'tag', 'campaign', 'template', 'domain', 'bounce-sub-type'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The sums that answer for a grouping, and the time of acceptance that each is of. */
export const FAMILIES = {
  day: { family: 'hours', stepMs: HOUR_MS },
  hour: { family: 'hours', stepMs: HOUR_MS },
  tag: { family: 'kinds', stepMs: DAY_MS },
  campaign: { family: 'kinds', stepMs: DAY_MS },
  template: { family: 'kinds', stepMs: DAY_MS },
  domain: { family: 'domains', stepMs: DAY_MS },
  'bounce-sub-type': { family: 'bounces', stepMs: DAY_MS },
} as const satisfies Readonly<Record<Grouping, { family: string; stepMs: number }>>;
type Family = (typeof FAMILIES)[Grouping]['family'];

/** Groups by which messages are counted; null: those without a tag, a campaign and so on. */
type Groups = Readonly<Partial<Record<Grouping, readonly (string | null)[]>>>;

/**
 * What has become by now of the messages that were accepted in an hour, or on a day and were alike: by tags, campaign and template, by the
 * recipient's domain, or by the kind of bounce. `counts`: `messages`, `recipients`, `opened`, `clicked`, and recipients by
 * status. A message is in one sum of its hour and of its kind, and in one for each of its domains and kinds of bounce.
 */
export interface FiguresSum extends Sum {
  readonly figures: ReturnType<typeof familyIn>;
  /** When the hour or day began (ISO 8601, milliseconds, UTC). */
  readonly at: string;
  readonly groups: Groups;
}

export const FIGURES_INDEX = ['figures', 'at'] as const satisfies readonly (keyof FiguresSum)[];

/** What all sums of one family and workspace have in `figures`. */
export const familyIn = (workspace: string, family: Family) => `${workspace}/${family}` as const;

type CountsOfMessage = Record<string, number> & { recipients: number };

/** Of a kind in a key; longer ones are hashed, since fifty tags may have 12,800 characters. */
const MAX_NAME = 200;

/** The sums that a message adds to, by key, with what it adds. `partition`: its own, of how many. */
export function figuresOf(
  message: MessageDocument | MessageEntry,
  partition: string,
): ReadonlyMap<string, FiguresSum> {
  const sums = new Map<string, FiguresSum & { readonly counts: CountsOfMessage }>();
  if (!('recipients' in message) || message.direction === 'inbound') return sums;
  const { workspace, createdAt, recipients, tags, campaignId, templateId } = message;
  const hour = createdAt.slice(0, 'YYYY-MM-DDTHH'.length);
  const day = createdAt.slice(0, 'YYYY-MM-DD'.length);
  const countsIn = (family: Family, at: string, name: string, groups: Groups) => {
    const key = `${workspace}/${family}/${at}/${name}/${partition}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { figures: familyIn(workspace, family), at, groups, counts: { messages: 1, recipients: 0 } };
      sums.set(key, sum);
    }
    return sum.counts;
  };
  const kind = {
    tag: tags.length === 0 ? [null] : [...tags].sort(),
    campaign: [campaignId],
    template: [templateId],
  };
  const long = JSON.stringify(Object.values(kind));
  const ofKind = long.length > MAX_NAME ? hash('sha256', long) : long;
  const ofHour = { day: [day], hour: [`${hour}:00Z`] };
  const dayBegan = `${day}T00:00:00.000Z`;
  for (const { address, status, bounceSubType = null, opened, clicked } of recipients) {
    const domain = address.includes('@') ? domainOf(addressKey(address)) : null;
    for (const counts of [
      countsIn('hours', `${hour}:00:00.000Z`, '', ofHour),
      countsIn('kinds', dayBegan, ofKind, kind),
      countsIn('domains', dayBegan, domain ?? '', { domain: [domain] }),
      countsIn('bounces', dayBegan, bounceSubType ?? '', { 'bounce-sub-type': [bounceSubType] }),
    ]) {
      counts.recipients += 1;
      counts[status] = (counts[status] ?? 0) + 1;
      if (opened) counts.opened = (counts.opened ?? 0) + 1;
      if (clicked) counts.clicked = (counts.clicked ?? 0) + 1;
    }
  }
  return sums;
}
