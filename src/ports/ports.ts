import type { Blobs } from './blobs.ts';
import type { Carrier } from './carrier.ts';
import type { Clock } from './clock.ts';
import type { Composer } from './composer.ts';
import type { Contents } from './contents.ts';
import type { Documents } from './documents.ts';
import type { EventStore } from './eventStore.ts';
import type { Fetcher } from './fetcher.ts';
import type { Hints } from './hints.ts';
import type { Ids } from './ids.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';
import type { LogGrowth } from './logGrowth.ts';
import type { Mailer } from './mailer.ts';
import type { MailIntake } from './mailIntake.ts';
import type { MailReader } from './mailReader.ts';
import type { MailSigner } from './mailSigner.ts';
import type { Metrics } from './metrics.ts';
import type { Pace } from './pace.ts';
import type { Poster } from './poster.ts';
import type { Renderer } from './renderer.ts';
import type { Reports } from './reports.ts';
import type { Resolver } from './resolver.ts';
import type { Secrets } from './secrets.ts';
import type { SetAside } from './setAside.ts';
import type { Tokens } from './tokens.ts';
import type { UnmatchedMails } from './unmatchedMail.ts';

/** The ports to the ledger and to the other processes that use it: all that a CLI command needs. */
export interface LedgerPorts {
  readonly store: EventStore;
  /** Whether the log takes appends, as far as this process knows; of two, as either does. */
  readonly appendsWork: () => Promise<boolean>;
  readonly documents: Documents;
  readonly blobs: Blobs;
  readonly leases: Leases;
  readonly pace: Pace;
  readonly hints: Hints;
  readonly reports: Reports;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
  /** With an embedded log: notifications between the processes that share it. */
  readonly growth: LogGrowth | null;
  /** Over an engine: one round of looking after the parts next to its log; resolves true when there may be more to do. */
  readonly sweepParts: (() => Promise<boolean>) | null;
  /** Removes the parts of the events at these positions, as `plainPosition` writes them, durably, and every byte of them. Their events are damage from then on. */
  readonly cutParts: (positions: readonly string[]) => Promise<void>;
  /** What the start found wrong with the files of an embedded log; null: nothing. */
  readonly logDamage: string | null;
  /** Whether the ledger was imported without the parts of its events, for auditors: it takes no appends. */
  readonly isForAuditing: boolean;
  readonly contents: Contents;
  /** Read models in the data folder that know events which the log lacks; empty over engines. */
  readonly setAside: readonly SetAside[];
  close(): Promise<void>;
}

/** All ports of the service: the ledger, and the outside world. */
export interface Ports extends LedgerPorts {
  readonly mailer: Mailer;
  readonly carrier: Carrier;
  readonly poster: Poster;
  readonly resolver: Resolver;
  readonly fetcher: Fetcher;
  /** For mail, which can wait. */
  readonly renderer: Renderer;
  /** For API calls: with processes of its own and a limit on the wait. */
  readonly callRenderer: Renderer;
  readonly composer: Composer;
  readonly signer: MailSigner;
  /** Null when no bounces are received by mail. */
  readonly mailIntake: MailIntake | null;
  readonly mailReader: MailReader;
  readonly unmatched: UnmatchedMails;
  /** Whether an address may receive webhooks: it is public, or in a network that the settings allow. */
  readonly addressAllowed: (address: string) => boolean;
}
