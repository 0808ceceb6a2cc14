// src/adapters/mongodb/probe.ts
import { MongoServerError } from "mongodb";
import { DocumentsUnavailable } from "../../ports/documents.js";
import { READ_DEADLINE_MS } from "./deadline.js";
var OLDEST_MAJOR = 5;
var MAX_SKEW_MS = 1e3;
async function probeMongo(db, call, clock) {
  const [hello, build] = await call(
    READ_DEADLINE_MS,
    DocumentsUnavailable,
    () => Promise.all([greet(db), db.command({ buildInfo: 1 })])
  );
  const version = String(build.version);
  const topology = hello.setName !== void 0 ? "replica set" : hello.msg === "isdbgrid" ? "sharded cluster" : "single server";
  const clockSkewMs = hello.localTime instanceof Date ? hello.localTime.getTime() - clock.nowMs() : 0;
  const problems = [];
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    problems.push(`MongoDB ${version} is too old: version ${OLDEST_MAJOR} or later is needed.`);
  }
  if (build.ferretdbVersion !== void 0) {
    problems.push("This is FerretDB 1, which lets an older write overtake a newer one: use MongoDB.");
  } else if (build.ferretdb !== void 0) {
    problems.push(
      "This is FerretDB 2: readers see the exchange of a rebuilt read model, as short errors or an empty one, and it takes every write as PostgreSQL is set up to, whatever write concern is asked for."
    );
  }
  if (topology === "single server") {
    problems.push("MongoDB is a single server, so nothing survives its loss: run it as a replica set.");
  }
  if (hello.isWritablePrimary !== true && hello.ismaster !== true) {
    problems.push("MongoDB has no primary at present, so nothing can be written.");
  }
  if (Math.abs(clockSkewMs) > MAX_SKEW_MS) {
    problems.push(`The clock of MongoDB differs from ours by ${clockSkewMs} ms: synchronize both by NTP.`);
  }
  return { version, topology, clockSkewMs, problems };
}
async function greet(db) {
  try {
    return await db.command({ hello: 1 });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 59) return await db.command({ isMaster: 1 });
    throw error;
  }
}
export {
  probeMongo
};
//# sourceMappingURL=probe.js.map
