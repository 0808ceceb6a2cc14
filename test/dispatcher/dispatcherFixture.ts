import { inProcessHints } from '../../src/adapters/embedded/coordination/hints.ts';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { httpPoster } from '../../src/adapters/http/poster.ts';
import { randomIds } from '../../src/adapters/node/randomIds.ts';
import { sealedSecrets } from '../../src/adapters/node/sealedSecrets.ts';
import type { Ledger, Origin } from '../../src/commands/kernel/ledger.ts';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { createWebhookEndpoint } from '../../src/commands/webhook/webhookEndpoints.ts';
import { addressGuard } from '../../src/dispatcher/addressGuard.ts';
import { webhookDispatch } from '../../src/dispatcher/dispatch.ts';
import { endpointDirectory } from '../../src/dispatcher/endpoints.ts';
import { webhookFanOut } from '../../src/dispatcher/fanOut.ts';
import { email } from '../../src/events/email.ts';
import { backgroundThrottle } from '../../src/follow/backgroundThrottle.ts';
import { startCheckpointSaver } from '../../src/follow/checkpointSaver.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { runConsumer } from '../../src/follow/consumer.ts';
import {
  type AnyProjection,
  openProjection,
  projectionConsumerName,
} from '../../src/follow/fold/projection.ts';
import { foldingGroup } from '../../src/follow/group.ts';
import { policyConsumer } from '../../src/follow/policy/policyConsumer.ts';
import { followTail } from '../../src/follow/tail.ts';
import type { Collection } from '../../src/ports/documents.ts';
import { webhookDeliveries } from '../../src/projections/webhookDeliveries.ts';
import { webhookHealth } from '../../src/projections/webhookHealth.ts';
import { webhookWork } from '../../src/projections/webhookWork.ts';
import { parseNetworks } from '../../src/queues/networks.ts';
import { waits } from '../../src/work/waits.ts';
import { workHints } from '../../src/work/workHints.ts';
import { unchanging } from '../follow/lookedAt.ts';
import { noMetrics, quietLog } from '../support/quietLog.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';

const IDS = randomIds();

const PARTITIONS = 4;
const origin: Origin = {
  workspace: '6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b10',
  actor: 'operator',
  correlation: '6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b11',
  causation: null,
};

/** The dispatcher on a real log, real documents and real HTTPS; only loopback is allowed beside the public. */
export async function dispatcherFixture(ca: readonly string[]) {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(`${folder.path}/log`, { log: quietLog });
  const documents = openEmbeddedDocuments(folder.path, { clock: wallClock, log: quietLog });
  const ledger: Ledger = { store, clock: wallClock, ids: IDS };
  const secrets = sealedSecrets(Buffer.alloc(32, 1), IDS);
  const workProjection = webhookWork(PARTITIONS);
  const work = await openProjection(documents, workProjection);
  const log = await openProjection(documents, webhookDeliveries);
  const health = await openProjection(documents, webhookHealth);
  const checkpoints = await openCheckpoints(documents, PARTITIONS);

  /** Runs until `stop` is called: one process with the roles projector and dispatcher. */
  const start = async (ways = { short: true }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const addressAllowed = addressGuard(parseNetworks('127.0.0.0/8'));
    const poster = httpPoster({ resolver: { resolve: async () => [] }, addressAllowed, ca });
    const common = { clock: wallClock, log: quietLog, metrics: noMetrics, signal };
    const dispatch = webhookDispatch({
      ...{ ledger, secrets, poster, collection: work, health, metrics: noMetrics, log: quietLog },
      endpoints: endpointDirectory(store, wallClock),
      partitions: PARTITIONS,
    });
    const fanOut = webhookFanOut({
      ...{ ledger, metrics: noMetrics, log: quietLog },
      ...(ways.short && { handOver: dispatch.handOver }),
    });
    const hintsOfWork = workHints(wallClock.sleep);
    const model = (projection: unknown, collection: unknown) => ({
      ...{ projection: projection as AnyProjection, collection: collection as Collection<object> },
      mayWait: false,
    });
    const models = [
      model(workProjection, {
        ...work,
        async writeMany(writes: Parameters<typeof work.writeMany>[0]) {
          await work.writeMany(writes);
          hintsOfWork.wrote(writes);
        },
      }),
      model(webhookDeliveries, log),
      model(webhookHealth, health),
    ];
    const options = { name: 'read-models', partitions: PARTITIONS, isAtTicks: false, isAwaited: true };
    const consumers = [
      foldingGroup(models, options, { ...common, checkpoints }),
      policyConsumer(fanOut, PARTITIONS, { ...common, store }),
    ];
    const tail = await followTail(store, undefined, signal, () => {}, wallClock);
    tail.watch(['WebhookEndpointChanged'], dispatch.endpointsChanged);
    const held = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
    const partitions = () => held;
    const hints = inProcessHints(quietLog);
    const saver = startCheckpointSaver(checkpoints, { clock: wallClock, log: quietLog, hints }, signal);
    const throttle = backgroundThrottle(wallClock, () => 0);
    const index = projectionConsumerName(workProjection);
    const running = Promise.all([
      ...consumers.map((consumer) =>
        runConsumer(consumer, {
          ...{ ...common, tail, checkpoints, saver, throttle },
          partitions: unchanging(partitions),
        }),
      ),
      dispatch.run({
        held: partitions,
        reached: () => saver.reached(index),
        hints: hintsOfWork,
        waits: waits(),
        throttle,
        signal,
      }),
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
    endpoint: (url: string, events = ['*']) =>
      createWebhookEndpoint(ledger, secrets, origin, { name: 'x', url, events }),
    /** Appends one email event of a message of its own; resolves with its id. */
    async mail(type: string, data: object = {}): Promise<string> {
      const deliveryId = IDS.uuid();
      const event = {
        type,
        data: { deliveryId, suppressionId: deliveryId, recipient: 'ann@b.co', sandbox: false, ...data },
      };
      const [dressed] = newEvents(ledger, origin, [event]);
      if (dressed === undefined) throw new Error('no event was made');
      await store.append(email.stream(IDS.uuid()), 'no-stream', [dressed]);
      return dressed.id;
    },
    async close() {
      await store.close();
      await documents.close();
      folder.remove();
    },
  };
}
