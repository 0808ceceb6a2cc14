import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { Ports } from '../ports/ports.ts';
import type { RouteReport } from '../ports/routes.ts';
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
  | 'hints'
  | 'metrics'
  | 'log'
>;

/** What the routes work with; the composition root fills it in. */
export interface ApiDependencies extends ApiPorts {
  readonly ledger: Ledger;
  readonly models: ReadModels;
  /** Those of them whose answers must not be late. */
  readonly live: LiveModels;
  readonly startUp: StartUp;
  /** What is wrong with the log's files; absent or null: nothing. */
  readonly logDamage?: string | null;
  /** Read models that know events which the log lacks; absent: none. */
  readonly setAside?: Ports['setAside'];
  /** Whether the work in the background goes on; absent where another process checks that. */
  readonly backgroundRuns?: () => boolean;
  /** How far the background lags, in milliseconds; absent where it shares this process. */
  readonly backgroundLagMs?: () => number;
  /** The state of the route for mail, of this process or as the sending processes report it; null while unknown. */
  readonly route?: () => RouteReport | null;
  /** Whether this service listens for bounces; null where it should not, or while that is unknown. */
  readonly intakeListens?: () => boolean | null;
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
