// test/e2e/enginesFourProcesses.test.ts
import { needsEngines } from "../servers/requires.js";
import { enginesInFourProcesses } from "./deployment.js";
import { history } from "./history.js";
needsEngines();
await history("e2e: engines, two api and two worker processes", enginesInFourProcesses);
//# sourceMappingURL=enginesFourProcesses.test.js.map
