// src/main/live.ts
import { KEY_REVOKED_CHANNEL } from "../commands/workspace/revokeApiKey.js";
import { filteredSuppressions } from "../projections/liveModels.js";
import { suppressionFilter } from "../projections/suppressionFilter.js";
import { suppressionOf, suppressions } from "../projections/suppressions.js";
import { startFollowers } from "../runtime/follow/followers.js";
import { liveModel } from "../runtime/follow/liveModel.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
var MAX_HELD_EVENTS = 1e6;
function followLive({
  ports,
  projections,
  models,
  checkpoints,
  catchUp,
  from,
  olderKeys,
  signal
}) {
  const { store, clock, log, hints } = ports;
  const own = {
    apiKeys: liveModel(projections.apiKeys, olderKeys?.known ?? models.apiKeys),
    workspaces: liveModel(projections.workspaces, models.workspaces),
    templates: liveModel(projections.templates, models.templates),
    suppressions: liveModel(projections.suppressions, models.suppressions)
  };
  const filter = suppressionFilter();
  const ofKeys = [
    backed(heldWhileOlder(own.apiKeys, olderKeys), projectionConsumerName(projections.apiKeys)),
    {
      types: ["ApiKeyRevoked"],
      take: ({ data }) => hints.publish(KEY_REVOKED_CHANNEL, data.keyId)
    }
  ];
  const others = [
    backed(own.workspaces, projectionConsumerName(projections.workspaces)),
    backed(own.templates, projectionConsumerName(projections.templates)),
    backed(own.suppressions, projectionConsumerName(projections.suppressions)),
    { types: suppressions.types, take: filter.take }
  ];
  const lowestCheckpoint = checkpoints.lowest;
  const context = { store, clock, log, lowestCheckpoint };
  const running = olderKeys === null ? [startFollowers(context, [...ofKeys, ...others], from, signal)] : (
    // There are few keys: all events after an older version of them can be held.
    [
      startFollowers(context, ofKeys, lower(olderKeys.position, from), signal),
      startFollowers(context, others, from, signal)
    ]
  );
  const fill = async () => {
    if (!await catchUp.passed([projectionConsumerName(projections.suppressions)])) return;
    while (!signal.aborted) {
      try {
        return await filter.fill(models.suppressions, signal);
      } catch (error) {
        log.warn({ err: error }, "the suppressions could not be read into memory, trying again");
        await clock.sleep(FILL_AGAIN_MS, signal);
      }
    }
  };
  void fill();
  return {
    models: {
      apiKeys: own.apiKeys,
      workspaces: own.workspaces,
      templates: own.templates,
      suppressedAmong: filteredSuppressions(filter, own.suppressions),
      suppressionOf: suppressionOf(own.suppressions)
    },
    knowsRevoked: olderKeys === null ? Promise.resolve() : passedByAll(running, from),
    isOverfull: () => running.reduce((sum, { size }) => sum + size(), 0) > MAX_HELD_EVENTS
  };
}
var FILL_AGAIN_MS = 1e3;
function backed({ types, take, forget, size }, consumer) {
  return { types, take, backedBy: { consumer, forget, size } };
}
function heldWhileOlder(model, older) {
  if (older === null) return model;
  return {
    ...model,
    forget(upTo) {
      if (older.isOver()) model.forget(upTo);
    }
  };
}
async function passedByAll(running, position) {
  await Promise.all(running.map(({ passed }) => passed(position)));
}
function lower(one, other) {
  return one < other ? one : other;
}
export {
  followLive
};
//# sourceMappingURL=live.js.map
