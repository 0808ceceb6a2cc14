// test/cli/terminal.ts
import { sealedSecrets } from "../../src/adapters/node/sealedSecrets.js";
import { signedTokens } from "../../src/adapters/node/signedTokens.js";
import { catchUp } from "../../src/cli/catchUp.js";
import { runCli } from "../../src/cli/run.js";
import { openLedger } from "../../src/commands/workspace/openLedger.js";
import { workspaceIdOf } from "../../src/commands/workspace/openWorkspace.js";
import { readSettings } from "../../src/config.js";
import { openReadModels, projectionsFor } from "../../src/projections/readModels.js";
import { countedKeys } from "../support/countedKeys.js";
import { manualClock } from "../support/manualClock.js";
import { memoryBlobs } from "../support/memoryBlobs.js";
import { memoryDocuments } from "../support/memoryDocuments.js";
import { memoryEventStore } from "../support/memoryEventStore.js";
import { memoryReports } from "../support/memoryReports.js";
import { memoryZone } from "../support/memoryZone.js";
import { seededIds } from "../support/seededIds.js";
var PARTITIONS = 2;
var workspaceInTerminal = (name) => workspaceIdOf(seededIds("terminal").uuid(), name);
async function terminal(env = {}, parts = {}) {
  const posts = [];
  const clock = manualClock();
  const ids = seededIds("terminal");
  const store = memoryEventStore();
  const documents = memoryDocuments();
  const projections = projectionsFor(PARTITIONS);
  const models = await openReadModels(documents, projections);
  const published = [];
  const leased = /* @__PURE__ */ new Set();
  const ledger = { store, clock, ids };
  const blobs = memoryBlobs(() => clock.nowMs());
  const leases = {
    acquire: async (name) => {
      if (leased.has(name)) return null;
      leased.add(name);
      const release = async () => void leased.delete(name);
      return { name, lost: new AbortController().signal, release };
    },
    isHeld: async (name) => leased.has(name),
    close: async () => {
    }
  };
  const zone = memoryZone();
  const sealed = sealedSecrets(Buffer.alloc(32, 7), ids);
  await openLedger(ledger, sealed);
  const context = (settings) => ({
    settings,
    dns: zone,
    signingKeys: countedKeys(),
    ledger,
    documents,
    projections,
    partitions: PARTITIONS,
    blobs,
    secrets: {
      seal: sealed.seal,
      // A test may write down a secret that was never sealed.
      open: (text, context2) => text.startsWith("v1.") ? sealed.open(text, context2) : `${text} of ${context2}`,
      renew: sealed.renew
    },
    openPoster: () => ({
      post: async (request) => {
        posts.push(request);
        return parts.post?.(request) ?? { outcome: "failed", reason: "dns", detail: "no address" };
      },
      close: async () => {
      }
    }),
    tokens: signedTokens(Buffer.alloc(32, 5)),
    hints: {
      publish: (channel, message) => void published.push(`${channel} ${message}`),
      subscribe: () => () => {
      },
      close: async () => {
      }
    },
    leases,
    reports: memoryReports(),
    catchUp: (wanted, progress) => catchUp(wanted, { store, documents, leases, clock, partitions: PARTITIONS }, progress),
    close: async () => {
    }
  });
  async function run(line) {
    let stdout = "";
    let stderr = "";
    const waiting = setInterval(() => clock.sleepers > 0 && void clock.advance(500), 1);
    const exitCode = await runCli(typeof line === "string" ? line.split(" ") : line, {
      env,
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
      isWatched: false,
      open: async (settings) => context(settings)
    });
    clearInterval(waiting);
    return { exitCode, stdout, stderr };
  }
  async function json(line) {
    const { exitCode, stdout, stderr } = await run(`${line} --json`);
    return { exitCode, data: JSON.parse(stdout || stderr) };
  }
  return {
    run,
    json,
    context: () => context(readSettings(env)),
    clock,
    zone,
    store,
    documents,
    ledger,
    blobs,
    models,
    published,
    leased,
    posts,
    projections
  };
}
export {
  terminal,
  workspaceInTerminal
};
//# sourceMappingURL=terminal.js.map
