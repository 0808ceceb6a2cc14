// src/main/runComponents.ts
import { collectionOf } from "../runtime/fold/projection.js";
import { watchCatchUp } from "../runtime/follow/caughtUp.js";
import { startCheckpointSaver } from "../runtime/follow/checkpointSaver.js";
import { runConsumer } from "../runtime/follow/consumer.js";
import { policyConsumer } from "../runtime/follow/policyConsumer.js";
import { projectionConsumer, projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { followTail } from "../runtime/follow/tail.js";
import { newItems } from "../runtime/newItems.js";
import { runWorkerLoop } from "../runtime/workerLoop.js";
import { workHints } from "../runtime/workHints.js";
import { laneMessages, lanesOfMessage, lanesWritten, notifyingWrites } from "../runtime/writtenLanes.js";
var LANES_CHANNEL = "lanes";
var WORKSPACES_CHANNEL = "workspaces";
async function runComponents(dependencies) {
  const { ports, components, roles, checkpoints, signal } = dependencies;
  const ofRoles = [...components.policies, ...components.workers, ...components.loops].filter(
    ({ role }) => roles.has(role)
  );
  const consulted = new Set(ofRoles.flatMap(({ consults }) => namesOf(consults)));
  const catchUp = watchCatchUp([...consulted], { ...ports, checkpoints }, signal);
  const saver = startCheckpointSaver(checkpoints, ports, signal);
  const hints = hintsByIndex(dependencies);
  const consumers = await runConsumers(dependencies, catchUp, saver, hints.of);
  const positionOf = async (index) => {
    const name = projectionConsumerName(index);
    return checkpoints.lowest(name, saver.reached(name));
  };
  const running = [
    ...runWorkers(dependencies, catchUp, positionOf, hints.of),
    ...runLoops(dependencies, catchUp, positionOf, hints.of)
  ];
  return [...consumers, ...running, Promise.allSettled(running).then(hints.end)];
}
var namesOf = (projections) => projections.map(projectionConsumerName);
function notifyingCollection({ projection, collection, notifies }, { ports: { hints } }) {
  const { name } = collectionOf(projection);
  if (notifies === "lanes")
    return notifyingWrites(collection, (items) => {
      for (const message of laneMessages(name, lanesWritten(items))) hints.publish(LANES_CHANNEL, message);
    });
  if (notifies === "workspaces")
    return notifyingWrites(collection, (documents) => {
      for (const { key } of documents) hints.publish(WORKSPACES_CHANNEL, key);
    });
  return collection;
}
async function runConsumers(dependencies, catchUp, saver, hintsOf) {
  const { ports, components, roles, partitions, heldBy, checkpoints, throttle, signal } = dependencies;
  const { clock, log } = ports;
  const consumers = [];
  if (roles.has("projector")) {
    for (const component of components.projections) {
      const { projection, inStep, gatherMs } = component;
      const collection = notifyingCollection(component, dependencies);
      const folding = projectionConsumer(projection, collection, partitions);
      const consumer = { ...folding, inStep, gatherMs };
      consumers.push({ role: "projector", consumer, consults: [] });
    }
  }
  for (const { role, policy, consults } of components.policies) {
    if (!roles.has(role)) continue;
    const consumer = policyConsumer(policy, partitions, { ...ports, signal });
    consumers.push({ role, consumer, consults });
  }
  const handedOver = components.workers.filter(({ role, onRead: onRead2 }) => roles.has(role) && onRead2 !== void 0);
  const onRead = (events) => {
    for (const { projection, onRead: onRead2 } of handedOver) {
      const own = events.filter(({ type }) => projection.types.includes(type));
      onRead2?.(own);
      hintsOf(projection).handOver(newItems(projection, own, clock.nowMs()));
    }
  };
  const types = [
    .../* @__PURE__ */ new Set([
      ...consumers.flatMap(({ consumer }) => consumer.types),
      ...handedOver.flatMap(({ projection }) => projection.types)
    ])
  ];
  if (types.length === 0) return [];
  const onFault = (fault) => log.error({ err: fault }, "the tail of the log failed, trying again");
  const tail = await followTail(ports.store, types, signal, onFault, clock, onRead);
  const shared = { ...ports, tail, checkpoints, saver, throttle, signal };
  const running = consumers.map(async ({ role, consumer, consults }) => {
    const { current: partitions2, changed: partitionsChanged } = heldBy(role);
    if (await catchUp.passed(namesOf(consults)))
      await runConsumer(consumer, { ...shared, partitions: partitions2, partitionsChanged });
  });
  const flushed = Promise.allSettled(running).then(saver.flush).catch((error) => log.warn({ err: error }, "checkpoints could not be saved at the end"));
  return [...running, flushed];
}
function hintsByIndex({ ports: { hints, clock } }) {
  const byIndex = /* @__PURE__ */ new Map();
  const endLanes = hints.subscribe(LANES_CHANNEL, (message) => {
    const { index, lanes } = lanesOfMessage(message);
    byIndex.get(index)?.wrote(lanes);
  });
  const endWorkspaces = hints.subscribe(WORKSPACES_CHANNEL, (workspace) => {
    for (const hints2 of byIndex.values()) hints2.opened(workspace);
  });
  return {
    of(index) {
      const { name } = collectionOf(index);
      const own = byIndex.get(name) ?? workHints(clock.sleep);
      byIndex.set(name, own);
      return own;
    },
    end() {
      endLanes();
      endWorkspaces();
    }
  };
}
function runWorkers({ ports, components, roles, heldBy, throttle, signal }, catchUp, positionOf, hintsOf) {
  return components.workers.filter(({ role }) => roles.has(role)).map(async ({ role, worker, projection, consults }) => {
    const hints = hintsOf(projection);
    if (!await catchUp.passed(namesOf(consults))) return;
    const indexPosition = () => positionOf(projection);
    await runWorkerLoop(worker, {
      ...ports,
      held: heldBy(role).current,
      indexPosition,
      head: ports.store.head,
      hints,
      throttle,
      signal
    });
  });
}
function runLoops({ components, roles, heldBy, throttle, signal }, catchUp, indexPosition, hintsOf) {
  return components.loops.filter(({ role }) => roles.has(role)).map(async ({ role, run, consults }) => {
    if (await catchUp.passed(namesOf(consults))) {
      const { current: held, changed: partitionsChanged } = heldBy(role);
      await run(signal, () => held().has(0), {
        ...{ held, partitionsChanged, indexPosition, hintsOf, throttle }
      });
    }
  });
}
export {
  runComponents
};
//# sourceMappingURL=runComponents.js.map
