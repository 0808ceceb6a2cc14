// test/cli/engines.test.ts
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openDependencies } from "../../src/cli/openDependencies.js";
import { runCli } from "../../src/cli/run.js";
import { readSettings } from "../../src/config.js";
import { BEGINNING } from "../../src/events/event.js";
import { startDouble } from "../double/eventStoreServer.js";
import { startMongo, startRedis, whyMissing } from "../servers/servers.js";
import { begunLedger } from "../support/begunLedger.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var engines = suite("CLI over engines");
var missing = whyMissing("mongo", "redis");
if (missing !== null && process.env.CI) throw new Error(missing);
var folder = temporaryFolder();
var MASTER_KEY = "a1".repeat(32);
var old = {
  POSTLEDGER_DATA: join(folder.path, "old"),
  POSTLEDGER_LOG_LEVEL: "silent",
  POSTLEDGER_MASTER_KEY: MASTER_KEY
};
var mongo = null;
var redis = null;
var eventStore;
var env;
function run(settings, ...argv) {
  return runOpened(openDependencies, settings, ...argv);
}
async function runOpened(open, settings, ...argv) {
  let stdout = "";
  let stderr = "";
  const exitCode = await runCli(argv, {
    env: settings,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    isWatched: false,
    open
  });
  return { exitCode, stdout, stderr };
}
async function doctor(settings) {
  const { stdout } = await run(settings, "doctor", "--json");
  const { checks } = JSON.parse(stdout);
  return new Map(checks.map((check) => [check.name, check]));
}
engines.before(async () => {
  eventStore = await startDouble();
  if (missing === null) [mongo, redis] = await Promise.all([startMongo(), startRedis()]);
  env = {
    POSTLEDGER_DATA: join(folder.path, "new"),
    POSTLEDGER_LOG_LEVEL: "silent",
    POSTLEDGER_PARTITIONS: "4",
    POSTLEDGER_MASTER_KEY: MASTER_KEY,
    EVENTSTORE_URL: eventStore.url,
    MONGODB_URL: mongo?.url ?? "mongodb://127.0.0.1:1",
    REDIS_URL: redis?.url ?? "redis://127.0.0.1:1"
  };
});
engines.before(() => begunLedger(old));
engines.after(async () => {
  await Promise.all([mongo?.stop(), redis?.stop(), eventStore.stop()]);
  folder.remove();
});
engines(
  "migrate moves an embedded ledger, blobs included, names a damaged one, and can be repeated",
  async () => {
    if (missing !== null) return skipped(missing);
    assert.is((await run(old, "workspaces", "create", "default")).exitCode, 0);
    await run(old, "credits", "grant", "70");
    await run(old, "suppressions", "add", "ann@example.org");
    const text = "x".repeat(1e5);
    const ref = await onLedger(old, async ({ blobs, ledger }) => {
      const blob = await blobs.put(Buffer.from(text));
      const [opened] = (await ledger.store.readAll({ after: BEGINNING, limit: 1, types: ["WorkspaceOpened"] })).events;
      assert.ok(opened);
      const metadata = { ...opened.metadata, v: 1 };
      const data = { email: "ann@example.org", customFields: { blob } };
      const id = ledger.ids.uuid();
      await ledger.store.append(`contact-${id}`, "no-stream", [{ id, type: "ContactSaved", data, metadata }]);
      return blob;
    });
    const blobFile = readdirSync(old.POSTLEDGER_DATA, { recursive: true, encoding: "utf8" }).find(
      (name) => name.endsWith(ref.sha256)
    );
    assert.ok(blobFile);
    const place = join(old.POSTLEDGER_DATA, blobFile);
    const stored = readFileSync(place);
    writeFileSync(place, stored.with(9, 1));
    const refused = await run(env, "migrate", "--from", old.POSTLEDGER_DATA);
    assert.is(refused.exitCode, 1);
    assert.match(refused.stderr, `blob ${ref.sha256} is missing or damaged`);
    writeFileSync(place, stored);
    const moved = await run(env, "migrate", "--from", old.POSTLEDGER_DATA, "--json");
    assert.is(moved.exitCode, 0, moved.stderr);
    const { equal, source, target } = JSON.parse(moved.stdout);
    assert.ok(equal && source.events === 5 && target.sha256Sum === source.sha256Sum, moved.stdout);
    assert.is((await run(env, "migrate", "--from", old.POSTLEDGER_DATA)).exitCode, 0);
    const { stdout } = await run(env, "credits", "balance", "--json");
    assert.is(JSON.parse(stdout).balance, 70);
    assert.match((await run(env, "suppressions", "list")).stdout, "ann@example.org");
    assert.is(await onLedger(env, async ({ blobs }) => (await blobs.get(ref)).toString()), text);
    const rebuilt = await run(env, "projections", "rebuild");
    assert.is(rebuilt.exitCode, 0, rebuilt.stderr);
    assert.is((await run(env, "projections", "verify")).exitCode, 0);
  }
);
engines("migrate refuses a ledger that another process has open, whatever its leases are", async () => {
  if (missing !== null) return skipped(missing);
  await onLedger(old, async () => {
    const { exitCode, stderr } = await run(env, "migrate", "--from", old.POSTLEDGER_DATA);
    assert.is(exitCode, 4);
    assert.match(stderr, `another process has the ledger in ${old.POSTLEDGER_DATA} open`);
  });
});
engines(
  "migrate says when the source grew after it was copied, and copies the rest the next time",
  async () => {
    if (missing !== null) return skipped(missing);
    await run(old, "credits", "grant", "2");
    let granted = 0;
    const withGrant = async (settings) => {
      const opened = await openDependencies(settings);
      const collection = async (definition) => {
        const marks = await opened.documents.collection(definition);
        const writeMany = async (writes) => {
          await marks.writeMany(writes);
          if (granted === 0) granted = (await run(old, "credits", "grant", "3")).exitCode === 0 ? 3 : -1;
        };
        return definition.name === "migrations" ? { ...marks, writeMany } : marks;
      };
      return { ...opened, documents: { ...opened.documents, collection } };
    };
    const grown = await runOpened(withGrant, env, "migrate", "--from", old.POSTLEDGER_DATA);
    assert.is(granted, 3);
    assert.is(grown.exitCode, 4, grown.stdout);
    assert.match(grown.stderr, "something wrote to the source meanwhile");
    assert.is((await run(env, "migrate", "--from", old.POSTLEDGER_DATA)).exitCode, 0);
    assert.is(JSON.parse((await run(env, "credits", "balance", "--json")).stdout).balance, 75);
  }
);
engines("migrate says when the two logs are not the same", async () => {
  if (missing !== null) return skipped(missing);
  await run(env, "credits", "grant", "1");
  const { exitCode, stdout } = await run(env, "migrate", "--from", old.POSTLEDGER_DATA);
  assert.is(exitCode, 5);
  assert.match(stdout, "THE LOGS DIFFER");
});
engines("migrate refuses what it cannot do", async () => {
  assert.match((await run(old, "migrate", "--from", old.POSTLEDGER_DATA)).stderr, "set EVENTSTORE_URL");
  if (missing !== null) return skipped(missing);
  assert.match((await run(env, "migrate", "--from", folder.path)).stderr, "there is no embedded ledger");
});
engines("doctor looks at each engine", async () => {
  if (missing !== null) return skipped(missing);
  const found = await doctor(env);
  for (const name of [
    "EventStoreDB",
    "MongoDB, writing",
    "Redis",
    "Redis, leases",
    "log, writing",
    "settings"
  ])
    assert.ok(found.get(name)?.ok, `${name}: ${found.get(name)?.says}`);
  assert.match(found.get("MongoDB")?.mend ?? "", "replica set", "the test server is a single one");
});
engines("doctor says when the user may not read the whole log, or not append", async () => {
  const settings = { ...env, MONGODB_URL: "", REDIS_URL: "" };
  eventStore.gate.denied.add("append");
  assert.match((await doctor(settings)).get("EventStoreDB")?.says ?? "", /may not append/);
  eventStore.gate.denied.add("$all");
  const found = (await doctor(settings)).get("EventStoreDB");
  eventStore.gate.denied.clear();
  assert.match(found?.says ?? "", /may not read \$all/);
  assert.match(found?.mend ?? "", /operations\.md/);
});
engines("doctor names the engine that is away, and secrets nowhere", async () => {
  const away = {
    ...env,
    MONGODB_URL: "mongodb://me:hunter2@127.0.0.1:1/ledger",
    REDIS_URL: "redis://:hunter2@127.0.0.1:1",
    EVENTSTORE_URL: "esdb://me:hunter2@127.0.0.1:1?tls=false"
  };
  const { exitCode, stdout } = await run(away, "doctor");
  assert.is(exitCode, 5);
  for (const name of ["MongoDB", "Redis", "EventStoreDB"])
    assert.match(stdout, new RegExp(`WRONG +${name}: `));
  assert.not.match(stdout, "hunter2");
});
engines("doctor sees settings that do not fit together", async () => {
  const { MONGODB_URL: _, ...withoutMongo } = env;
  const several = { ...withoutMongo, POSTLEDGER_ROLES: "api" };
  assert.match((await doctor(several)).get("settings")?.mend ?? "", "Set MONGODB_URL");
  const { POSTLEDGER_MASTER_KEY: __, ...withoutKey } = env;
  assert.match((await doctor(withoutKey)).get("settings")?.mend ?? "", "same POSTLEDGER_MASTER_KEY");
});
engines("doctor sees a data folder that cannot be one", async () => {
  const file = join(folder.path, "file");
  appendFileSync(file, "not a folder");
  assert.ok(existsSync(file));
  const { exitCode, stderr } = await run({ POSTLEDGER_DATA: file, POSTLEDGER_LOG_LEVEL: "silent" }, "doctor");
  assert.is(exitCode, 2);
  assert.match(stderr, "POSTLEDGER_DATA must be a path of a folder");
});
async function onLedger(settings, action) {
  const context = await openDependencies(readSettings(settings));
  try {
    return await action(context);
  } finally {
    await context.close();
  }
}
engines.run();
//# sourceMappingURL=engines.test.js.map
