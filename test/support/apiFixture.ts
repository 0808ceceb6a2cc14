import type { InjectOptions } from 'fastify';
import * as assert from 'uvu/assert';
import { watchedAppends } from '../../src/adapters/checked/watchedAppends.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import { signedTokens } from '../../src/adapters/node/signedTokens.ts';
import { buildApp } from '../../src/api/app.ts';
import type { ApiDependencies, ApiOptions, App, Routes } from '../../src/api/dependencies.ts';
import type { Ledger, Origin } from '../../src/commands/kernel/ledger.ts';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../src/commands/workspace/scopes.ts';
import { BEGINNING } from '../../src/events/event.ts';
import type { Tracked } from '../../src/events/workspace.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { storedModels } from '../../src/projections/liveModels.ts';
import {
  openReadModels,
  projectionList,
  projectionsFor,
  type ReadModels,
} from '../../src/projections/readModels.ts';
import { type ManualClock, manualClock } from './manualClock.ts';
import { memoryBlobs } from './memoryBlobs.ts';
import { memoryDocuments } from './memoryDocuments.ts';
import { type MemoryEventStore, memoryEventStore } from './memoryEventStore.ts';
import { noMetrics, quietLog } from './quietLog.ts';
import { seededIds } from './seededIds.ts';

export interface ApiFixture {
  readonly app: App;
  readonly context: ApiDependencies;
  readonly clock: ManualClock;
  readonly store: MemoryEventStore;
  readonly blobs: ReturnType<typeof memoryBlobs>;
  readonly models: ReadModels;
  readonly ledger: Ledger;
  /** Id of the workspace `default`, and a key of it with every scope. */
  readonly workspace: string;
  readonly key: string;
  readonly origin: Origin;
  /** Folds what was appended into the read models; done after each append unless `autoProject` is off. */
  project(): Promise<void>;
  /** Another key, by default of the workspace `default`. */
  keyWith(
    scopes: readonly string[],
    options?: { workspace?: string; expiresAtMs?: number; track?: readonly Tracked[] },
  ): Promise<string>;
  /** A request with the key; `key: null` sends none. A body that is no string goes as JSON. */
  call(method: string, url: string, options?: CallOptions): Promise<Answer>;
  /** Says that a key was revoked, as what follows the log does. */
  keyRevoked(): void;
  close(): Promise<void>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string | null;
  readonly idempotencyKey?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed body; undefined when it is no JSON. */
  // biome's rules know no other way to say 'whatever came': a test asserts what it expects of it.
  readonly body: Json;
}

/** JSON of a shape that the test asserts. */
export interface Json {
  readonly [field: string]: Json;
}

/** The elements of a list in an answer. */
export function listOf(json: Json | undefined): readonly Json[] {
  assert.ok(Array.isArray(json), `no list: ${JSON.stringify(json)}`);
  return json;
}

export interface FixtureOptions {
  readonly routes?: readonly Routes[];
  readonly clock?: ManualClock;
  readonly autoProject?: boolean;
  /** Whether the disk takes writes, as of an embedded log. */
  readonly hasRoom?: (hasFailed: boolean) => Promise<boolean>;
  readonly options?: Partial<ApiOptions>;
  /** Parts of the context that replace the fixture's own (a renderer, a resolver). */
  readonly context?: Partial<ApiDependencies>;
}

/** The whole HTTP side over adapters in memory: no files, no ports, a clock that stands still. */
export async function apiFixture(given: FixtureOptions = {}): Promise<ApiFixture> {
  const clock = given.clock ?? manualClock();
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const ids = seededIds('api');
  const projections = projectionsFor(1);
  const documents = memoryDocuments();
  const models = await openReadModels(documents, projections);
  const list = await Promise.all(
    projectionList(projections).map(async (projection) => ({
      projection,
      collection: await documents.collection<object>(collectionOf(projection)),
    })),
  );

  let folded = BEGINNING;
  let folding = Promise.resolve();
  const fold = async () => {
    const { events, position } = await store.readAll({ after: folded, limit: 1_000_000 });
    folded = position;
    for (const { projection, collection } of list) {
      const types = new Set<string>(projection.types);
      await foldInto(
        projection,
        collection,
        events.filter(({ type }) => types.has(type)),
      );
    }
  };
  const project = () => {
    folding = folding.then(fold);
    return folding;
  };
  const projecting: EventStore = {
    ...store,
    async append(stream, expected, events) {
      const result = await store.append(stream, expected, events);
      if (given.autoProject !== false) await project();
      return result;
    },
  };

  const watched = watchedAppends(projecting, { clock, metrics: noMetrics, hasRoom: given.hasRoom ?? null });
  const ledger: Ledger = { store: watched.store, clock, ids };
  const by = { actor: 'operator', correlation: ids.uuid(), causation: null };
  const secrets = sealedSecrets(Buffer.alloc(32, 7), ids);
  await openLedger(ledger, secrets);
  const { id: workspace } = await openWorkspace(ledger, by, 'default');
  const origin: Origin = { ...by, workspace };
  const keyWith: ApiFixture['keyWith'] = async (scopes, options = {}) => {
    const { key } = await createApiKey(
      ledger,
      { ...origin, workspace: options.workspace ?? workspace },
      { scopes, track: options.track ?? [], name: null, expiresAtMs: options.expiresAtMs ?? null },
    );
    await project();
    return key;
  };
  const key = await keyWith(SCOPES);

  const ofRevoked: (() => void)[] = [];
  const context: ApiDependencies = {
    ledger,
    appendsWork: watched.appendsWork,
    blobs,
    models,
    live: { ...storedModels(models), onKeyRevoked: (listen) => void ofRevoked.push(listen) },
    secrets,
    tokens: signedTokens(Buffer.alloc(32, 7)),
    renderer: {
      render: async () => ({ outcome: 'failed', part: 'text', reason: 'no renderer here', variable: null }),
      check: async () => [],
      close: async () => {},
    },
    resolver: { resolve: async () => ['93.184.216.34'] },
    fetcher: { get: () => Promise.reject(new Error('nothing is fetched here')) },
    log: quietLog,
    metrics: noMetrics,
    addressAllowed: () => true,
    startUp: { takesSends: true, knowsKeys: true, checks: () => ({}), building: () => ({}) },
    ...given.context,
    options: {
      baseUrl: 'http://127.0.0.1:3025',
      isTrustedProxy: () => false,
      sandboxDomain: 'example.com',
      maxBodyBytes: 314_572_800,
      maxBodiesBytes: 1_073_741_824,
      creditsPerRecipient: 1,
      creditsPerSegment: 1,
      ...given.options,
    },
  };
  const app = await buildApp(
    context,
    context.log,
    given.routes === undefined ? {} : { routes: given.routes },
  );

  const call: ApiFixture['call'] = async (method, url, options = {}) => {
    const bearer = options.key === undefined ? key : options.key;
    const { body } = options;
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: (isJson && answer.payload !== '' ? JSON.parse(answer.payload) : undefined) as Json,
    };
  };
  return {
    app,
    context,
    clock,
    store,
    blobs,
    models,
    ledger,
    workspace,
    key,
    origin,
    project,
    keyWith,
    call,
    keyRevoked: () => {
      for (const listen of ofRevoked) listen();
    },
    close: () => app.close(),
  };
}
