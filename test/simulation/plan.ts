// A plan is all that a run is made of, as plain data: a seed makes one, a scenario is one, and shrinking leaves out
// parts of one. Whatever chance is left to the run itself (latencies, jitter, ids) comes from the plan's seed by name.

import type { EndpointChanges } from '../../src/commands/webhook/webhookEndpoints.ts';
import type { ServiceBounds } from '../../src/main/role.ts';

export type Role = 'api' | 'projector' | 'sender' | 'dispatcher';

export interface ProcessPlan {
  readonly name: string;
  /** Small ones have a small life reach what otherwise takes thousands of events. */
  readonly bounds?: ServiceBounds;
  readonly roles: readonly Role[] | 'all';
}

/** A customer: a workspace, a key and endpoints of its own. */
export interface ClientPlan {
  readonly name: string;
  readonly endpoints: readonly { readonly url: string; readonly events: readonly string[] }[];
  readonly perSecond: number;
  readonly perDay: number;
  /** The number that it sends text messages from and gets them on; absent: it has none. */
  readonly number?: string;
}

/** What a server does to a mail, or a receiver to a post. Of several the part of the outside chooses by its own chance. */
export type MailBehaviour =
  | 'takes'
  | 'slow'
  | 'defers'
  | 'greylists'
  | 'refuses'
  | 'hangs'
  | 'closes after the dot'
  | 'answers late'
  | 'is full';
export type ReceiverBehaviour = 'fast' | '250 ms' | '1.9 s' | 'hangs' | '500' | '410' | 'refuses' | 'flaps';

/**
 * What the network of a number does to a text message, and what it reports about it. `loses answers`: the connection ends
 * when it has taken the message. `reports early`: the receipt overtakes the answer.
 */
export type SmsBehaviour =
  | 'takes'
  | 'refuses'
  | 'throttles'
  | 'hangs'
  | 'loses answers'
  | 'reports early'
  | 'reports late'
  | 'reports failure'
  | 'reports nothing';

/** The numbers that begin with some digits. */
export interface SmsNetworkPlan {
  readonly prefix: string;
  readonly behaviour: SmsBehaviour;
}

export interface MailDomainPlan {
  readonly domain: string;
  readonly behaviour: MailBehaviour;
}

export interface ReceiverPlan {
  readonly host: string;
  readonly behaviour: ReceiverBehaviour;
}

/** What a client does. */
export type ClientAction = { readonly of: 'client'; readonly atMs: number; readonly client: string } & (
  | {
      readonly do: 'send';
      readonly key: string;
      readonly to: readonly string[];
      /** Milliseconds from then on for which the message is scheduled; 0: at once. */
      readonly laterMs: number;
      /** How many calls with the same key begin at the same moment. */
      readonly callsAtOnce: number;
      /** Absent: transactional, without a link to unsubscribe. */
      readonly stream?: 'broadcast';
    }
  /** A text message of so many segments; `callsAtOnce` as above. */
  | {
      readonly do: 'text';
      readonly key: string;
      readonly to: string;
      readonly segments: number;
      readonly callsAtOnce: number;
    }
  /** A call of another part of the interface. `{KEY.id}` in it stands for the id that the call of that key was answered. */
  | {
      readonly do: 'call';
      readonly key: string;
      readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
      readonly path: string;
      readonly body: object | null;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly do: 'suppress' | 'lift'; readonly address: string }
  /** An operator has the endpoint with that url get again everything since a moment of the simulated time. */
  | { readonly do: 'redeliver'; readonly url: string; readonly sinceMs: number }
  /** An operator changes the events of the endpoint with that url, or switches it on or off. */
  | { readonly do: 'change endpoint'; readonly url: string; readonly changes: EndpointChanges }
);

/** Someone's copy of a message: that of one address in what a client sent under a key. */
export interface CopyOfMail {
  readonly client: string;
  readonly key: string;
  readonly address: string;
}

/**
 * How a report belongs to the mail that it is about. `signed`: it comes to the mail's own return address. `forwarded`: so it
 * does, but names someone whom the recipient forwards to. `in capitals`: the return address comes in capital letters.
 * `unsigned`: it has the Message-ID alone. `forged`: it comes to a return address that was never given out.
 */
export type ReportProof = 'signed' | 'forwarded' | 'in capitals' | 'unsigned' | 'forged';

/** A mail server, or somebody who poses as one, reports about a mail; the same report may come several times. */
export interface PlannedReport extends CopyOfMail {
  readonly of: 'report';
  /** `partly`: the recipient forwards to two, one of whom it reached. */
  readonly do: 'bounce' | 'delay' | 'delivered' | 'complaint' | 'partly';
  readonly atMs: number;
  readonly proof: ReportProof;
  readonly times: number;
  readonly everyMs: number;
}

/** What a person, or a program that reads a person's mail, does with the links of a mail. */
export interface RecipientAction extends CopyOfMail {
  readonly of: 'recipient';
  /** `changes mind`: unsubscribes and takes it back. */
  readonly do: 'open' | 'click' | 'unsubscribe' | 'undo' | 'changes mind';
  readonly atMs: number;
  readonly times: number;
  readonly everyMs: number;
}

/** Someone sends a text to the number of a client, and the carrier brings it as often as is said. */
export interface InboundText {
  readonly of: 'text';
  /** `in parts`: two segments, the second before the first; `half`: two segments of which one never comes. */
  readonly do: 'stop' | 'start' | 'says' | 'in parts' | 'half';
  readonly atMs: number;
  readonly client: string;
  readonly from: string;
  /** Whether the carrier gives it an id. */
  readonly hasId: boolean;
  readonly times: number;
  readonly everyMs: number;
}

/** When a process dies: at once, or the next time that this has been done and before it knows. */
export type DeathMoment = 'now' | 'append' | 'mail' | 'post' | 'text';

export type ProcessAction = { readonly of: 'process'; readonly atMs: number; readonly process: string } & (
  | { readonly do: 'start' | 'stop' }
  | { readonly do: 'kill'; readonly upon: DeathMoment; readonly againAfterMs: number }
  | { readonly do: 'pause'; readonly lastsMs: number }
);

/** An operator has read models built again next to the service. */
export interface PlannedRebuild {
  readonly of: 'rebuild';
  /** `killed`: the command dies on the way, and is not begun again. */
  readonly do: 'whole' | 'killed';
  readonly atMs: number;
  /** Names of read models; none: all of them. */
  readonly models: readonly string[];
  /** Of one that is killed: so long after its begin. */
  readonly afterMs: number;
}

/** All processes die at once, and documents that were not synced fall back to what they were. */
export interface PowerCut {
  readonly of: 'power';
  readonly do: 'cut';
  readonly atMs: number;
  readonly documentsLoseMs: number;
  readonly againAfterMs: number;
}

export interface ClockStep {
  readonly of: 'clock';
  readonly do: 'step';
  readonly atMs: number;
  /** Null: of every process. */
  readonly process: string | null;
  readonly byMs: number;
}

export type StoreName = 'log' | 'documents' | 'blobs' | 'coordination';
export type StoreFault =
  | 'slow'
  | 'unavailable'
  | 'answers lost'
  | 'disk full'
  | 'readers lag'
  | 'subscriptions dropped'
  | 'leases lost'
  | 'hints lost';

/** A fault of a store for a while. */
export interface StoreTrouble {
  readonly of: 'store';
  readonly do: StoreFault;
  readonly atMs: number;
  readonly lastsMs: number;
  readonly store: StoreName;
  /** Null: as every process sees it. */
  readonly process: string | null;
  /** Of how many calls in one it strikes. */
  readonly share: number;
}

/** The way out for all mail, the carrier, receivers or name servers that are away for a while; or a renderer that is slow and dies. */
export interface OutsideTrouble {
  readonly of: 'outside';
  readonly do: 'relay away' | 'carrier away' | 'receiver away' | 'names away' | 'renderer busy';
  readonly atMs: number;
  readonly lastsMs: number;
  /** A host, a domain, or null for all. */
  readonly who: string | null;
}

export const DNS_CHANGES = [
  'gives no answer',
  'takes long',
  'does not exist',
  'takes no mail',
  'dead hosts',
  'dead first',
  'no addresses',
  'no MX',
  'moved',
] as const;

/** The records of a mail domain are others for a while, or nobody answers for it. `moved`: its old hosts are off. */
export interface DnsChange {
  readonly of: 'names';
  readonly do: (typeof DNS_CHANGES)[number];
  readonly atMs: number;
  readonly domain: string;
  readonly lastsMs: number;
}

export type PlannedEvent =
  | ClientAction
  | ProcessAction
  | PlannedRebuild
  | PowerCut
  | ClockStep
  | StoreTrouble
  | OutsideTrouble
  | DnsChange
  | PlannedReport
  | InboundText
  | RecipientAction;

export interface Plan {
  readonly seed: number;
  /** The date at the beginning: milliseconds since 1970. */
  readonly startsAtMs: number;
  /** How long things happen. */
  readonly lastsMs: number;
  /** How long the world is left alone after that; then what must come to its end has to have come to it. */
  readonly calmMs: number;
  /** Engines: any number of processes share them. Embedded: one process at a time. */
  readonly over: 'engines' | 'embedded';
  readonly partitions: number;
  readonly processes: readonly ProcessPlan[];
  readonly clients: readonly ClientPlan[];
  readonly mailDomains: readonly MailDomainPlan[];
  /** How mail leaves: through one relay, or to the domains' own servers. */
  readonly route: 'relay' | 'mx';
  readonly receivers: readonly ReceiverPlan[];
  readonly smsNetworks: readonly SmsNetworkPlan[];
  /** In order of their time. */
  readonly plannedEvents: readonly PlannedEvent[];
}

/** The name of what a planned event is made of, by which known faults keep it out of random runs. */
export function ingredientOf(plannedEvent: PlannedEvent): string {
  if (plannedEvent.of === 'store') return `${plannedEvent.store}: ${plannedEvent.do}`;
  if (plannedEvent.of === 'process' && plannedEvent.do === 'kill')
    return `process: kill upon ${plannedEvent.upon}`;
  if (plannedEvent.of === 'report') return `report: ${plannedEvent.proof} ${plannedEvent.do}`;
  return `${plannedEvent.of}: ${plannedEvent.do}`;
}
