// test/dispatcher/dispatcherFixture.ts
import { inProcessHints } from "../../src/adapters/embedded/coordination/hints.js";
import { openEmbeddedDocuments } from "../../src/adapters/embedded/documents/documents.js";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { httpPoster } from "../../src/adapters/http/poster.js";
import { randomIds } from "../../src/adapters/node/randomIds.js";
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { createWebhookEndpoint } from "../../src/commands/webhook/webhookEndpoints.js";
import { addressGuard } from "../../src/dispatcher/addressGuard.js";
import { webhookDispatch } from "../../src/dispatcher/dispatch.js";
import { endpointDirectory } from "../../src/dispatcher/endpoints.js";
import { webhookFanOut } from "../../src/dispatcher/fanOut.js";
import { email } from "../../src/events/email.js";
import { webhookDeliveries } from "../../src/projections/webhookDeliveries.js";
import { webhookHealth } from "../../src/projections/webhookHealth.js";
import { webhookWork } from "../../src/projections/webhookWork.js";
import { parseNetworks } from "../../src/queues/networks.js";
import { openProjection } from "../../src/runtime/fold/projection.js";
import { backgroundThrottle } from "../../src/runtime/follow/backgroundThrottle.js";
import { startCheckpointSaver } from "../../src/runtime/follow/checkpointSaver.js";
import { openCheckpoints } from "../../src/runtime/follow/checkpoints.js";
import { runConsumer } from "../../src/runtime/follow/consumer.js";
import { policyConsumer } from "../../src/runtime/follow/policyConsumer.js";
import { projectionConsumer, projectionConsumerName } from "../../src/runtime/follow/projectionConsumer.js";
import { followTail } from "../../src/runtime/follow/tail.js";
import { workHints } from "../../src/runtime/workHints.js";
import { lanesWritten, notifyingWrites } from "../../src/runtime/writtenLanes.js";
import { noMetrics, quietLog } from "../support/quietLog.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { wallClock } from "../support/wallClock.js";
var PARTITIONS = 4;
var origin = {
  workspace: "6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b10",
  actor: "operator",
  correlation: "6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b11",
  causation: null
};
async function dispatcherFixture(ca) {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(`${folder.path}/log`, { log: quietLog });
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const ledger = { store, clock: wallClock, ids: randomIds };
  const secrets = sealedSecrets(Buffer.alloc(32, 1), randomIds);
  const workProjection = webhookWork(PARTITIONS);
  const work = await openProjection(documents, workProjection);
  const log = await openProjection(documents, webhookDeliveries);
  const health = await openProjection(documents, webhookHealth);
  const checkpoints = await openCheckpoints(documents, PARTITIONS);
  const start = async (ways = { short: true }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const addressAllowed = addressGuard(parseNetworks("127.0.0.0/8"));
    const poster = httpPoster({ resolver: { resolve: async () => [] }, addressAllowed, ca });
    const common = { clock: wallClock, log: quietLog, metrics: noMetrics, signal };
    const dispatch = webhookDispatch({
      ...{ ledger, secrets, poster, collection: work, health, metrics: noMetrics, log: quietLog },
      endpoints: endpointDirectory(store, wallClock),
      partitions: PARTITIONS
    });
    const fanOut = webhookFanOut({
      ...{ ledger, metrics: noMetrics, log: quietLog },
      ...ways.short && { handOver: dispatch.handOver }
    });
    const hintsOfWork = workHints(wallClock.sleep);
    const fold = (projection, collection) => projectionConsumer(projection, collection, PARTITIONS);
    const consumers = [
      fold(
        workProjection,
        notifyingWrites(work, (items) => hintsOfWork.wrote(lanesWritten(items)))
      ),
      fold(webhookDeliveries, log),
      fold(webhookHealth, health),
      ...[fanOut, dispatch.onEvents].map(
        (policy) => policyConsumer(policy, PARTITIONS, { ...common, store })
      )
    ];
    const types = consumers.flatMap((consumer) => consumer.types);
    const tail = await followTail(store, [...new Set(types)], signal, () => {
    }, wallClock);
    const held = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
    const partitions = () => held;
    const hints = inProcessHints(quietLog);
    const saver = startCheckpointSaver(checkpoints, { clock: wallClock, log: quietLog, hints }, signal);
    const throttle = backgroundThrottle(wallClock, () => 0);
    const index = projectionConsumerName(workProjection);
    const running = Promise.all([
      ...consumers.map(
        (consumer) => runConsumer(consumer, {
          ...{ ...common, partitions, tail, checkpoints, saver, throttle },
          partitionsChanged: () => new Promise(() => {
          })
        })
      ),
      dispatch.run({
        held: partitions,
        indexPosition: () => checkpoints.lowest(index),
        hints: hintsOfWork,
        throttle,
        signal
      })
    ]);
    return async () => {
      stopping.abort();
      await poster.close();
      await running;
      await saver.flush();
    };
  };
  return {
    ledger,
    origin,
    start,
    deliveries: log,
    endpoint: (url, events = ["*"]) => createWebhookEndpoint(ledger, secrets, origin, { name: "x", url, events }),
    /** Appends one email event of a message of its own; resolves with its id. */
    async mail(type, data = {}) {
      const deliveryId = randomIds.uuid();
      const event = { type, data: { deliveryId, recipient: "ann@b.co", sandbox: false, ...data } };
      const [dressed] = newEvents(ledger, origin, [event]);
      if (dressed === void 0) throw new Error("no event was made");
      await store.append(email.stream(randomIds.uuid()), "no-stream", [dressed]);
      return dressed.id;
    },
    async close() {
      await store.close();
      await documents.close();
      folder.remove();
    }
  };
}
export {
  dispatcherFixture
};
//# sourceMappingURL=dispatcherFixture.js.map
