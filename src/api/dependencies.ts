import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { BackgroundReports } from '../ports/backgroundReports.ts';
import type { Ports } from '../ports/ports.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { ReadingThread } from './reading/readingThread.ts';
import type { StartUp } from './startUp.ts';

/** The ports that the routes work with, besides the ledger. */
type ApiPorts = Pick<
  Ports,
  | 'appendsWork'
  | 'blobs'
  | 'secrets'
  | 'tokens'
  | 'renderer'
  | 'resolver'
  | 'addressAllowed'
  | 'fetcher'
  | 'metrics'
  | 'log'
>;

/** What the routes work with; the composition root fills it in. */
export interface ApiDependencies extends ApiPorts, BackgroundReports {
  readonly ledger: Ledger;
  readonly models: ReadModels;
  /** Those of them whose answers must not be late. */
  readonly live: LiveModels;
  readonly startUp: StartUp;
  /** What is wrong with the log's files; absent or null: nothing. */
  readonly logDamage?: string | null;
  /** Read models that know events which the log lacks; absent: none. */
  readonly setAside?: Ports['setAside'];
  /** What reads large bodies; absent: a thread of its own. */
  readonly bodyThread?: () => ReadingThread;
  readonly options: ApiOptions;
}

export interface ApiOptions {
  readonly baseUrl: string;
  /** Whether an address is that of a proxy of ours, whose X-Forwarded-For is believed. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly sandboxDomain: string;
  readonly maxBodyBytes: number;
  readonly maxBodiesBytes: number;
  readonly creditsPerRecipient: number;
  readonly creditsPerSegment: number;
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** One file a resource: adds its routes to the app. */
export type Routes = (app: App, context: ApiDependencies) => void;
