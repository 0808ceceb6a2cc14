// src/adapters/mongodb/open.ts
import { MongoClient } from "mongodb";
import { openByAddress } from "../node/driverAddress.js";
import { mongoBlobs } from "./blobs.js";
import { certificateFiles } from "./certificateFiles.js";
import { mongoCalls } from "./deadline.js";
import { mongoDocuments } from "./documents.js";
import { probeMongo } from "./probe.js";
var DEFAULT_DATABASE = "postledger";
var MAJORITY_TIMEOUT_MS = 8e3;
function openMongo(url, { log, clock, metrics, callMs }) {
  const open = () => new MongoClient(url, {
    appName: "postledger",
    // Overrides the connection string: an acknowledged write survives the loss of a primary.
    writeConcern: { w: "majority", journal: true, wtimeoutMS: MAJORITY_TIMEOUT_MS },
    readPreference: "primary",
    retryWrites: true,
    retryReads: true,
    ignoreUndefined: true,
    maxPoolSize: 50,
    connectTimeoutMS: 2e3,
    serverSelectionTimeoutMS: callMs === void 0 ? 2500 : callMs / 2,
    waitQueueTimeoutMS: 4e3,
    // Longer than all our deadlines: it only frees connections that a frozen server would hold for ever.
    socketTimeoutMS: 3e4,
    heartbeatFrequencyMS: 2e3,
    secureContext: certificateFiles(() => client.options, log)
  });
  const client = openByAddress("MONGODB_URL", url, open);
  reportOutages(client, log);
  const path = new URL(url.replace(/^mongodb(\+srv)?:\/\/[^/?]*/, "mongodb://host")).pathname.slice(1);
  const db = client.db(decodeURIComponent(path) || DEFAULT_DATABASE);
  const call = mongoCalls(client, log, { longestMs: callMs });
  let closing = null;
  const close = () => {
    closing ??= client.close();
    return closing;
  };
  return {
    documents: mongoDocuments(db, call, { clock, metrics }, close),
    blobs: mongoBlobs(db, call, () => clock.nowMs(), close),
    probe: () => probeMongo(db, call, clock),
    close
  };
}
function reportOutages(client, log) {
  client.on("serverDescriptionChanged", ({ address, previousDescription, newDescription }) => {
    if (previousDescription.type === newDescription.type) return;
    if (newDescription.type === "Unknown") {
      log.warn(
        { address, reason: newDescription.error?.message ?? null },
        "a MongoDB server is out of reach"
      );
    } else {
      log.info({ address, type: newDescription.type }, "a MongoDB server answers");
    }
  });
}
export {
  openMongo
};
//# sourceMappingURL=open.js.map
