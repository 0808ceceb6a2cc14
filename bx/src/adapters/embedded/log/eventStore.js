// src/adapters/embedded/log/eventStore.ts
import { setImmediate as nextTurn } from "node:timers/promises";
import { BEGINNING } from "../../../events/event.js";
import {
  AppendTooLarge,
  LogDamaged,
  MAX_APPEND_BYTES,
  RevisionConflict
} from "../../../ports/eventStore.js";
import { makeFolder, syncFolder } from "../../node/durableFiles.js";
import { outage } from "../../node/outage.js";
import { positionAt } from "../../position.js";
import { closedOnError } from "../sqlite.js";
import { walCheckpoints } from "../walCheckpoints.js";
import { actualOf } from "./batchMemory.js";
import { groupCommit } from "./groupCommit.js";
import { leafReading } from "./leafReading.js";
import {
  LEDGER_FRAME_BYTES,
  ledgerIdentity,
  ledgerPath,
  refuseLostLedger,
  refuseOldFolder
} from "./ledgerFile.js";
import { ledgerGrowth } from "./ledgerGrowth.js";
import { openLedgerLock } from "./ledgerLock.js";
import { logEndWatch } from "./logEndWatch.js";
import { appendTexts, countedBytes, isColumnText } from "./logFormat.js";
import { logReader } from "./logReader.js";
import { subscription } from "./logSubscription.js";
import { fitIndex } from "./streamIndexFile.js";
import { setAsideDamagedWal } from "./walDamage.js";
import { walSizeReport } from "./walSize.js";
var MAX_STREAM_NAME_CHARACTERS = 400;
var PAGE_RECORDS = 1e5;
async function embeddedEventStore(folder, { log, metrics = null, isNew = false }) {
  await makeFolder(folder);
  const { lock, reader } = openedToRead(folder, log, isNew);
  await syncFolder(folder);
  const endWatch = logEndWatch(`${ledgerPath(folder)}-wal`, reader.lastPosition);
  const identity = ledgerIdentity(folder);
  const growth = ledgerGrowth(identity, reader, endWatch);
  const checkpoints = walCheckpoints(ledgerPath(folder), reader.db, log);
  const reportWalSize = walSizeReport(ledgerPath(folder), { log, metrics });
  const leaves = leafReading(folder, reader);
  let closing = null;
  const writing = writeOutage(log);
  const commits = groupCommit(
    { folder, identity },
    {
      onCommitted(written) {
        writing.succeeded();
        growth.committed(written);
        reportWalSize(checkpoints.look() * LEDGER_FRAME_BYTES);
      },
      onFailed: writing.failed
    }
  );
  const end = async () => {
    await commits.close();
    await checkpoints.close();
    growth.close();
    endWatch.close();
    await leaves.close();
    reader.close();
    lock.close();
  };
  return {
    damage: reader.damage,
    async append(stream, expected, events) {
      const encoded = checkedAppend(stream, expected, events);
      if (reader.damage !== null) throw new LogDamaged(reader.damage);
      const outcome = await commits.append(encoded);
      if (outcome > 0) return { position: positionAt(outcome), revision: encoded.expected + events.length };
      const actual = actualOf(outcome);
      throw new RevisionConflict(stream, expected, actual === -1 ? null : actual);
    },
    readStream: (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) => reader.stream(stream, fromRevision, limit),
    readAll: async ({ after, limit, types }) => readPage(reader, positionNumber(after), limit, types),
    readLeaves: ({ after, ...options }) => leaves.read({ ...options, after: positionNumber(after) }),
    subscribe: ({ after, ...options }) => subscription(
      { ...options, after: positionNumber(after) },
      { reader, endWatch, writes: growth.writes, log, isClosed: () => closing !== null }
    ),
    head: async () => positionAt(await reader.lastPosition()),
    end: async () => reader.damage === null ? positionAt(await reader.lastPosition()) : null,
    growth: {
      startWriter: () => commits.startWriter(),
      announce: growth.announce,
      onGrown: growth.onGrown
    },
    close() {
      closing ??= end();
      return closing;
    }
  };
}
function writeOutage(log) {
  return outage(log, {
    begins: "the log cannot be written: appends are refused, and each batch tries again with the file opened again",
    ends: "the log is written again"
  });
}
function openedToRead(folder, log, isNew) {
  if (!isNew) refuseLostLedger(folder);
  refuseOldFolder(folder);
  const first = { walDamage: null, reader: null };
  const lock = openLedgerLock(folder, () => {
    first.walDamage = setAsideDamagedWal(folder);
    fitIndex(folder, log);
    first.reader = logReader(folder);
  });
  const reader = first.reader ?? closedOnError(lock, () => logReader(folder));
  if (first.walDamage !== null) log.error({}, first.walDamage);
  if (reader.damage !== null)
    log.error({}, `${reader.damage}; what can be read of it is served, nothing is appended`);
  return { lock, reader };
}
function checkedAppend(stream, expected, events) {
  if (events.length === 0) throw new TypeError("an append has at least one event");
  if (stream.length === 0 || stream.length > MAX_STREAM_NAME_CHARACTERS || !isColumnText(stream))
    throw new TypeError(`${JSON.stringify(stream)} is no name of a stream`);
  if (expected !== "no-stream" && (!Number.isSafeInteger(expected) || expected < 0))
    throw new TypeError(`${expected} is no revision of an event`);
  const encoded = appendTexts(stream, expected === "no-stream" ? -1 : expected, events);
  const bytes = countedBytes(encoded, MAX_APPEND_BYTES);
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return encoded;
}
async function readPage(reader, after, limit, types) {
  const events = [];
  let position = after;
  let caughtUp = false;
  while (!caughtUp && events.length < limit && position - after < PAGE_RECORDS) {
    await nextTurn();
    const slice = await reader.slice(position, limit - events.length, { types });
    for (const event of slice.events) events.push(event);
    position = slice.position;
    caughtUp = slice.atEnd;
  }
  return { events, position: positionAt(position), caughtUp };
}
function positionNumber(position) {
  const at = Number(position);
  if (position.length !== BEGINNING.length || !Number.isSafeInteger(at) || at < 0)
    throw new TypeError(`${JSON.stringify(position)} is no position`);
  return at;
}
export {
  embeddedEventStore
};
//# sourceMappingURL=eventStore.js.map
