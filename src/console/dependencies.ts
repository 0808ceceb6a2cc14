import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Position } from '../events/event.ts';
import type { BackgroundReports } from '../ports/backgroundReports.ts';
import type { DnsRecords } from '../ports/dnsRecords.ts';
import type { MailShower } from '../ports/mailShower.ts';
import type { MailsAgain } from '../ports/mailsAgain.ts';
import type { Ports } from '../ports/ports.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { SharedReports } from '../work/sharedReports.ts';

/** What the console works with; the composition root fills it in. */
export interface ConsoleDependencies
  extends Pick<Ports, 'blobs' | 'log' | 'metrics' | 'poster' | 'renderer' | 'secrets'> {
  readonly ledger: Ledger;
  readonly models: ReadModels;
  /** What acts decide by: the pages' read models may be late. */
  readonly live: Pick<LiveModels, 'suppressionOf'>;
  /** Whether those are known up to the log's end at the start: before that, an act would be decided again. */
  readonly startUp: {
    readonly takesSends: boolean;
    /** What is still folded up to the head of the start, by the names of checkpoints: how much of the log, from 0 to 1. */
    building(): Readonly<Record<string, number>>;
  };
  readonly dns: DnsRecords;
  readonly mails: Pick<MailShower, 'show' | 'file'>;
  readonly again: MailsAgain;
  readonly reports: ServiceReports;
  /** What the processes that do the work report of it. */
  readonly shared: SharedReports;
  readonly options: ConsoleOptions;
}

/** What the process knows of its own state. */
export interface ServiceReports extends BackgroundReports {
  /** What is wrong with the log's files; null: nothing. */
  readonly logDamage: string | null;
  /** What doctor finds that costs little, of the machine and the settings: each in a few words, wrong ones with the repair. */
  readonly checks?: (() => Promise<readonly MachineFinding[]>) | undefined;
}

interface MachineFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
  readonly mend?: string;
}

export interface ConsoleOptions {
  /** The place that a number of twenty digits names. @throws TypeError */
  readonly positionIn: (text: string) => Position;
  /** Address at which people reach it, without a slash at its end. Null: at each name of this machine. */
  readonly url: string | null;
  /** The one that it listens on; 0: the system chooses. */
  readonly port: number;
  /** Whether what this address says of its client is believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  /** Of the work indexes. */
  readonly partitions: number;
  /** Of return paths; null: there is none. */
  readonly bounceDomain: string | null;
  /** Encrypts the cookies of sessions: 32 bytes. */
  readonly cookieKey: Buffer;
}
