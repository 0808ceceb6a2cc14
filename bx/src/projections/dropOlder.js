// src/projections/dropOlder.ts
import { projectionConsumerName } from "../runtime/follow/projectionConsumer.js";
import { olderVersions, openReadModelRecords } from "./olderVersions.js";
var RETENTION_MS = 24 * 36e5;
var LOOK_EVERY_MS = 36e5;
async function dropOlderVersions(dependencies, projections, catchUp, signal) {
  const { documents, checkpoints, clock, log } = dependencies;
  for (let left = projections; left.length > 0 && !signal.aborted; ) {
    if (!await catchUp.passed(left.map(projectionConsumerName))) return;
    try {
      const remaining = [];
      for (const older of await olderVersions(documents, checkpoints, left))
        if (!await dropWhenDue(dependencies, older)) remaining.push(older);
      left = left.filter((projection) => remaining.some((older) => older.projection === projection));
    } catch (error) {
      log.warn({ err: error }, "older versions of read models stay for now and are checked again later");
    }
    if (left.length > 0) await clock.sleep(LOOK_EVERY_MS, signal);
  }
}
async function dropWhenDue({ documents, checkpoints, clock, log }, { projection, definition, consumer, position, supersededAt }) {
  const { name, indexes } = definition;
  const records = await openReadModelRecords(documents);
  if (supersededAt === null) {
    const now = new Date(clock.nowMs()).toISOString();
    await records.writeMany([{ key: name, position, document: { indexes, supersededAt: now } }]);
    return false;
  }
  const isPassed = position < await checkpoints.lowest(projectionConsumerName(projection));
  if (!isPassed || clock.nowMs() - Date.parse(supersededAt) < RETENTION_MS) return false;
  await checkpoints.forget(consumer);
  await documents.drop(name);
  await records.forget([name]);
  log.info({ dropped: name }, `an older version of ${projection.name} is dropped`);
  return true;
}
export {
  dropOlderVersions
};
//# sourceMappingURL=dropOlder.js.map
