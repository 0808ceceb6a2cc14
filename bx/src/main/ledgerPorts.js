// src/main/ledgerPorts.ts
import { hostname } from "node:os";
import { checkedEventStore } from "../adapters/checked/eventStore.js";
import { timedAppends } from "../adapters/checked/timedAppends.js";
import {
  openEmbeddedCoordination,
  openEmbeddedLog,
  openEmbeddedReadSide
} from "../adapters/embedded/open.js";
import { diskMetrics } from "../adapters/node/diskMetrics.js";
import { openMasterKey } from "../adapters/node/masterKey.js";
import { pinoLog } from "../adapters/node/pinoLog.js";
import { promMetrics } from "../adapters/node/promMetrics.js";
import { randomIds } from "../adapters/node/randomIds.js";
import { sealedSecrets } from "../adapters/node/sealedSecrets.js";
import { signedTokens } from "../adapters/node/signedTokens.js";
import { systemClock } from "../adapters/node/systemClock.js";
import { version } from "../config.js";
async function openLedgerPorts(settings, logLevel = settings.POSTLEDGER_LOG_LEVEL, { isService = false, isNew = false } = {}) {
  const clock = systemClock;
  const ids = randomIds;
  const role = isService ? settings.POSTLEDGER_ROLES : "command";
  const log = pinoLog(logLevel, { role, host: hostname(), pid: process.pid, version });
  const metrics = diskMetrics(promMetrics(), settings.POSTLEDGER_DATA);
  metrics.gauge("postledger_build_info", 1, { version });
  const opened = [];
  const closeLater = (part) => {
    opened.push(part);
    return part;
  };
  const close = async () => {
    for (const part of opened.reverse()) await part.close();
  };
  try {
    const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL } = settings;
    const data = settings.POSTLEDGER_DATA;
    const { store, growth, damage } = await openLog(EVENTSTORE_URL, data, { clock, log, metrics, isNew });
    closeLater(store);
    const masterKey = await openMasterKey(settings.POSTLEDGER_MASTER_KEY, data, ids);
    const previous = settings.POSTLEDGER_MASTER_KEY_PREVIOUS;
    const previousKeys = previous === void 0 ? [] : [Buffer.from(previous, "hex")];
    const readSide = closeLater(
      MONGODB_URL === void 0 ? await openEmbeddedReadSide(data, {
        clock,
        log,
        logEnd: (known) => store.end(known),
        marksDamage: isService
      }) : (await import("../adapters/mongodb/open.js")).openMongo(MONGODB_URL, { clock, log, metrics })
    );
    const coordination = closeLater(
      REDIS_URL === void 0 ? await openEmbeddedCoordination(data, { clock, log }) : (await import("../adapters/redis/open.js")).openRedis(REDIS_URL, { clock, log, ids, metrics })
    );
    return {
      store: checkedEventStore(timedAppends(store, { clock, metrics })),
      documents: readSide.documents,
      blobs: readSide.blobs,
      leases: coordination.leases,
      pace: coordination.pace,
      hints: coordination.hints,
      reports: coordination.reports,
      secrets: sealedSecrets(masterKey, ids, previousKeys),
      tokens: signedTokens(masterKey, previousKeys),
      clock,
      ids,
      log,
      metrics,
      growth,
      logDamage: damage,
      close
    };
  } catch (error) {
    await close();
    throw error;
  }
}
async function openLog(url, data, {
  clock,
  log,
  metrics,
  isNew
}) {
  if (url !== void 0) {
    const { openEventStoreDb } = await import("../adapters/eventstoredb/open.js");
    return { store: openEventStoreDb(url, { clock, log, metrics }), growth: null, damage: null };
  }
  const store = await openEmbeddedLog(data, { log, metrics, isNew });
  return { store, growth: store.growth, damage: store.damage };
}
export {
  openLedgerPorts
};
//# sourceMappingURL=ledgerPorts.js.map
