// src/runtime/follow/policyConsumer.ts
import { partitionOf } from "../../events/partitionOf.js";
import { turnQueue } from "../../queues/turnQueue.js";
import { waiters } from "../../queues/waiters.js";
import { eventsAhead } from "./eventsAhead.js";
import { faultyReactions } from "./faultyReactions.js";
import { readAgain } from "./readAgain.js";
var CONCURRENCY = 64;
var MAX_OWNERS_TO_READ = 1e5;
function policyConsumer(policy, partitions, dependencies) {
  const { signal } = dependencies;
  const consumer = consumerOf(policy, partitions);
  const waiting = turnQueue();
  const ahead = eventsAhead(policy.ahead);
  let underWay = 0;
  const room = waiters();
  let onIdle = () => {
  };
  const place = (event) => ({
    owner: policy.turnOf(event),
    partition: consumer.partition(event)
  });
  const add = (entries) => {
    for (const entry of entries) waiting.add(entry.owner, entry);
    if (ahead.ownersToRead < MAX_OWNERS_TO_READ) room.wakeAll();
    pump();
  };
  const faulty = faultyReactions(dependencies, (entries) => add(entries));
  const pump = () => {
    while (underWay < CONCURRENCY && !signal.aborted) {
      const next = waiting.next(faulty.mayGoOn);
      if (next === null) return;
      underWay++;
      void run(next.item);
    }
  };
  const run = async (entry) => {
    faulty.begun(entry);
    try {
      await policy.react(entry.event);
      faulty.succeeded(entry);
      ahead.settle(entry);
    } catch (error) {
      reportFault(dependencies, consumer.name, entry, faulty.repeatLater(entry) ? error : null);
    }
    underWay--;
    again.start();
    pump();
    if (underWay === 0) onIdle();
  };
  const again = readAgain({ ...dependencies, consumer, ahead, place, onTaken: add });
  return {
    ...consumer,
    async handle(events) {
      add(events.flatMap((event) => ahead.take(event, place(event)) ?? []));
      again.start();
      while (ahead.ownersToRead >= MAX_OWNERS_TO_READ && !signal.aborted) await room.wait(signal);
    },
    unsafe: ahead.unsafe,
    async ended() {
      await again.ended();
      if (underWay === 0) return;
      await new Promise((resolve) => {
        onIdle = resolve;
      });
    }
  };
}
function consumerOf(policy, partitions) {
  return {
    name: `policy:${policy.name}`,
    types: policy.types,
    partition: (event) => {
      const key = policy.partitionKey(event);
      return key === null ? "all" : partitionOf(key, partitions);
    }
  };
}
function reportFault({ metrics, log }, consumer, { event }, error) {
  metrics.count("postledger_consumer_faults_total", { consumer });
  if (error !== null) log.error({ consumer, event: event.id, err: error }, "reaction failed, trying again");
}
export {
  policyConsumer
};
//# sourceMappingURL=policyConsumer.js.map
