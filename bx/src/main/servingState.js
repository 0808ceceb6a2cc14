// src/main/servingState.ts
import { dropOlderVersions } from "../projections/dropOlder.js";
import { storedModels } from "../projections/liveModels.js";
import { projectionList } from "../projections/readModels.js";
import { openServedModels } from "../projections/servedModels.js";
import { watchCatchUp } from "../runtime/follow/caughtUp.js";
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { followLive } from "./live.js";
var SEND_MODELS = [
  "apiKeys",
  "workspaces",
  "suppressions",
  "templates",
  "senderDomains",
  "smsNumbers"
];
async function openServingState({ api, background }, own, { projections, models, older }, signal) {
  const served = await openServedModels(own, older, projections, models);
  const from = await own.store.head();
  const awaited = awaitedBy({ api, projects: background.has("projector") }, projections);
  const renewed = older.map(({ projection }) => projection);
  const follows = api || background.has("sender");
  const followed = follows ? [projectionConsumerName(projections.suppressions)] : [];
  const watched = [...awaited, ...followed, ...renewed.map(projectionConsumerName)];
  const catchUp = watchCatchUp(watched, own, signal);
  served.switchOver(catchUp);
  if (background.has("projector")) void dropOlderVersions(own, renewed, catchUp, signal);
  const startUp = startUpOf(projections, catchUp);
  if (!follows) return { catchUp, awaited, startUp, served, live: storedModels(models) };
  const { checkpoints } = own;
  const { olderKeys } = served;
  const live = followLive({ ports: own, projections, models, checkpoints, catchUp, from, olderKeys, signal });
  await live.knowsRevoked;
  return { catchUp, awaited, served, live: live.models, startUp: unlessOverfull(startUp, live) };
}
function awaitedBy({ api, projects }, projections) {
  if (api) return sendConsumers(projections);
  return projects ? projectionList(projections).map(projectionConsumerName) : [];
}
var modelsFor = (projections) => SEND_MODELS.map((name) => projections[name]);
function sendConsumers(projections) {
  return modelsFor(projections).map(projectionConsumerName);
}
function startUpOf(projections, catchUp) {
  const consumers = sendConsumers(projections);
  const keys = [projectionConsumerName(projections.apiKeys)];
  let takesSends = false;
  let knowsKeys = false;
  return {
    get takesSends() {
      takesSends ||= catchUp.lagging(consumers).length === 0;
      return takesSends;
    },
    get knowsKeys() {
      knowsKeys ||= catchUp.lagging(keys).length === 0;
      return knowsKeys;
    },
    checks: () => Object.fromEntries(
      modelsFor(projections).map((projection) => [
        projection.name,
        catchUp.lagging([projectionConsumerName(projection)]).length === 0
      ])
    )
  };
}
function unlessOverfull(startUp, { isOverfull }) {
  return {
    get takesSends() {
      return startUp.takesSends && !isOverfull();
    },
    get knowsKeys() {
      return startUp.knowsKeys;
    },
    checks: startUp.checks
  };
}
export {
  openServingState
};
//# sourceMappingURL=servingState.js.map
