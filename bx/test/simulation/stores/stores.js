// test/simulation/stores/stores.ts
import { worldBlobs } from "./blobs.js";
import { worldClaims } from "./claims.js";
import { documentsView } from "./documentsView.js";
import { worldHints } from "./hints.js";
import { worldLeases } from "./leases.js";
import { logView } from "./logView.js";
import { worldPace } from "./pace.js";
import { storeTroubles } from "./troubles.js";
import { worldDocuments } from "./worldDocuments.js";
import { worldLog } from "./worldLog.js";
var MISSED_MS = 2e3;
function openStores({ plan, agenda, wall, chance, journal, deaths }) {
  const { nowMs } = agenda;
  const log = worldLog(nowMs);
  const documents = worldDocuments(nowMs);
  const claims = worldClaims(log);
  const leases = worldLeases(nowMs, plan.over === "embedded");
  const troubles = storeTroubles(agenda, chance("troubles of stores"), journal);
  const hints = worldHints(agenda, chance("hints"), troubles);
  const pace = worldPace(nowMs, wall.outsideMs);
  const blobs = worldBlobs(wall.outsideMs);
  const reports = /* @__PURE__ */ new Map();
  let silentMs = 0;
  return {
    ...{ log, documents, leases, troubles },
    dueAtMs(fromMs) {
      const dues = [documents.dueAtMs(fromMs), claims.dueAtMs(fromMs)].filter((due) => due !== null);
      return dues.length === 0 ? null : Math.min(...dues);
    },
    passOver(ms) {
      leases.passOver(ms);
      silentMs += ms;
      if (silentMs < MISSED_MS) return;
      silentMs = 0;
      hints.passOver();
    },
    portsFor(life) {
      const parts = (store) => ({
        agenda,
        troubles,
        life,
        chance: chance(`${store} of ${life.process}`)
      });
      const onWritten = () => deaths.happened(life.process, "append");
      return {
        store: logView({ ...parts("log"), log, onWritten }),
        documents: documentsView({
          ...{ ...parts("documents"), documents, journal },
          replacesAtOnce: plan.over === "embedded"
        }),
        blobs: blobs.view(parts("blobs")),
        leases: leases.view(parts("leases")),
        pace: pace.view(parts("pace")),
        hints: hints.view(life),
        reports: {
          put: async (name, text) => {
            if (life.isAlive()) reports.set(name, text);
          },
          all: async () => new Map(reports)
        }
      };
    }
  };
}
export {
  openStores
};
//# sourceMappingURL=stores.js.map
