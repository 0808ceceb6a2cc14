// test/servers/requires.ts
import { fileSkipped } from "../support/skipped.js";
import { runningMongo } from "./runningMongo.js";
import { startMongo, startRedis, whyMissing } from "./servers.js";
function needs(...names) {
  const reason = whyMissing(...names);
  if (reason !== null && process.env.CI) throw new Error(reason);
  if (reason !== null) fileSkipped(reason);
}
function needsEngines() {
  needs("redis");
  if (runningMongo() === null) needs("mongo");
}
async function requires(...names) {
  needs(...names);
  const start = { redis: startRedis, mongo: startMongo };
  const started = await Promise.all(names.map(async (name) => [name, await start[name]()]));
  return Object.fromEntries(started);
}
async function requiresMongo() {
  return runningMongo() ?? (await requires("mongo")).mongo;
}
export {
  needs,
  needsEngines,
  requires,
  requiresMongo
};
//# sourceMappingURL=requires.js.map
