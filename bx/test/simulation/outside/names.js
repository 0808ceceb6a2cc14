// test/simulation/outside/names.ts
import { addressGuard } from "../../../src/dispatcher/addressGuard.js";
var TAKES_MS = [1, 40];
function names({
  agenda,
  away,
  chance
}) {
  const own = chance("names");
  const addressAllowed = addressGuard([]);
  return {
    portsFor: (life) => ({
      addressAllowed,
      resolver: {
        resolve: (hostname) => new Promise((resolve, reject) => {
          life.at(agenda.nowMs() + own.between(...TAKES_MS), () => {
            if (away.is("names away", hostname)) reject(new Error("ENOTFOUND"));
            else resolve(["93.184.216.34"]);
          });
        })
      },
      // Certificates of mail services: nothing in this world asks for one yet.
      fetcher: { get: () => Promise.reject(new Error("nobody answers")) }
    })
  };
}
export {
  names
};
//# sourceMappingURL=names.js.map
