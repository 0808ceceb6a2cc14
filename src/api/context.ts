import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Ledger } from '../commands/ledger.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Renderer } from '../ports/renderer.ts';
import type { Resolver } from '../ports/resolver.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Signals } from '../ports/signals.ts';
import type { LiveModels } from '../projections/liveModels.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { StartUp } from './startUp.ts';

/** What the routes work with; the composition root fills it in. */
export interface ApiContext {
  readonly ledger: Ledger;
  readonly blobs: Blobs;
  readonly models: ReadModels;
  /** Of those the ones whose answers must not be late. */
  readonly live: LiveModels;
  readonly secrets: Secrets;
  readonly renderer: Renderer;
  readonly resolver: Resolver;
  readonly signals: Signals;
  readonly metrics: Metrics;
  /** Whether an address may receive webhooks (public, or in an allowed network). */
  readonly addressAllowed: (address: string) => boolean;
  readonly startUp: StartUp;
  /** What is wrong with the log's files; absent or null: nothing. */
  readonly logDamage?: string | null;
  /** Whether the work in the background goes on; absent where another process's own checks tell. */
  readonly backgroundRuns?: () => boolean;
  /** How far the background is behind the log, in milliseconds; absent where it shares this process. */
  readonly backgroundLagMs?: () => number;
  readonly options: ApiOptions;
}

export interface ApiOptions {
  readonly baseUrl: string;
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
export type Routes = (app: App, context: ApiContext) => void;
