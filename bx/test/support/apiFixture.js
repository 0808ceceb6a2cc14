// test/support/apiFixture.ts
import * as assert from "uvu/assert";
import { inProcessHints } from "../../src/adapters/embedded/coordination/hints.js";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { buildApp } from "../../src/api/app.js";
import { createApiKey } from "../../src/commands/workspace/apiKeys.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { BEGINNING } from "../../src/events/event.js";
import { storedModels } from "../../src/projections/liveModels.js";
import {
  openReadModels,
  projectionList,
  projectionsFor
} from "../../src/projections/readModels.js";
import { foldInto } from "../../src/runtime/fold/foldInto.js";
import { collectionOf } from "../../src/runtime/fold/projection.js";
import { manualClock } from "./manualClock.js";
import { memoryBlobs } from "./memoryBlobs.js";
import { memoryDocuments } from "./memoryDocuments.js";
import { memoryEventStore } from "./memoryEventStore.js";
import { noMetrics, quietLog } from "./quietLog.js";
import { seededIds } from "./seededIds.js";
function listOf(json) {
  assert.ok(Array.isArray(json), `no list: ${JSON.stringify(json)}`);
  return json;
}
async function apiFixture(given = {}) {
  const clock = given.clock ?? manualClock();
  const store = memoryEventStore();
  const blobs = memoryBlobs();
  const ids = seededIds("api");
  const projections = projectionsFor(1);
  const documents = memoryDocuments();
  const models = await openReadModels(documents, projections);
  const list = await Promise.all(
    projectionList(projections).map(async (projection) => ({
      projection,
      collection: await documents.collection(collectionOf(projection))
    }))
  );
  let folded = BEGINNING;
  let folding = Promise.resolve();
  const fold = async () => {
    const { events, position } = await store.readAll({ after: folded, limit: 1e6 });
    folded = position;
    for (const { projection, collection } of list) {
      const types = new Set(projection.types);
      await foldInto(
        projection,
        collection,
        events.filter(({ type }) => types.has(type))
      );
    }
  };
  const project = () => {
    folding = folding.then(fold);
    return folding;
  };
  const projecting = {
    ...store,
    async append(stream, expected, events) {
      const result = await store.append(stream, expected, events);
      if (given.autoProject !== false) await project();
      return result;
    }
  };
  const ledger = { store: projecting, clock, ids };
  const by = { actor: "operator", correlation: ids.uuid(), causation: null };
  const secrets = sealedSecrets(Buffer.alloc(32, 7), ids);
  await openLedger(ledger, secrets);
  const { id: workspace } = await openWorkspace(ledger, by, "default");
  const origin = { ...by, workspace };
  const keyWith = async (scopes, options = {}) => {
    const { key: key2 } = await createApiKey(
      ledger,
      { ...origin, workspace: options.workspace ?? workspace },
      { scopes, name: null, expiresAtMs: options.expiresAtMs ?? null }
    );
    await project();
    return key2;
  };
  const key = await keyWith(SCOPES);
  const context = {
    ledger,
    blobs,
    models,
    live: storedModels(models),
    secrets,
    tokens: signedTokens(Buffer.alloc(32, 7)),
    renderer: {
      render: async () => ({ outcome: "failed", part: "text", reason: "no renderer here", variable: null }),
      check: async () => [],
      close: async () => {
      }
    },
    resolver: { resolve: async () => ["93.184.216.34"] },
    fetcher: { get: () => Promise.reject(new Error("nothing is fetched here")) },
    log: quietLog,
    hints: inProcessHints(quietLog),
    metrics: noMetrics,
    addressAllowed: () => true,
    startUp: { takesSends: true, knowsKeys: true, checks: () => ({}) },
    ...given.context,
    options: {
      baseUrl: "http://127.0.0.1:3025",
      isTrustedProxy: () => false,
      sandboxDomain: "example.com",
      maxBodyBytes: 314572800,
      maxBodiesBytes: 1073741824,
      creditsPerRecipient: 1,
      creditsPerSegment: 1,
      ...given.options
    }
  };
  const app = await buildApp(
    context,
    context.log,
    given.routes === void 0 ? {} : { routes: given.routes }
  );
  const call = async (method, url, options = {}) => {
    const bearer = options.key === void 0 ? key : options.key;
    const { body } = options;
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...bearer === null ? {} : { authorization: `Bearer ${bearer}` },
        ...body === void 0 ? {} : { "content-type": "application/json" },
        ...options.idempotencyKey === void 0 ? {} : { "idempotency-key": options.idempotencyKey },
        ...options.headers
      },
      ...body === void 0 ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }
    });
    const isJson = String(answer.headers["content-type"] ?? "").startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: isJson && answer.payload !== "" ? JSON.parse(answer.payload) : void 0
    };
  };
  const close = async () => {
    await app.close();
    await context.hints.close();
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
    close
  };
}
export {
  apiFixture,
  listOf
};
//# sourceMappingURL=apiFixture.js.map
