// test/support/listeningIntake.ts
import { smtpIntake } from "../../src/adapters/intake/smtpIntake.js";
import { systemClock } from "../../src/adapters/node/systemClock.js";
import { quietLog } from "./quietLog.js";
function listeningIntake(name) {
  let listening = () => {
  };
  const port = new Promise((resolve) => {
    listening = resolve;
  });
  const intake = smtpIntake({
    ...{ host: "127.0.0.1", port: 0, name, relays: ["127.0.0.1"], certificate: null },
    ...{ clock: systemClock, log: quietLog, onListening: listening }
  });
  return { intake, port };
}
export {
  listeningIntake
};
//# sourceMappingURL=listeningIntake.js.map
