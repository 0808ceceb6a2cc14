// test/e2e/enginesTwoProcesses.test.ts
import { needsEngines } from "../servers/requires.js";
import { enginesInTwoProcesses } from "./deployment.js";
import { history } from "./history.js";
needsEngines();
await history("e2e: engines, two processes", enginesInTwoProcesses);
//# sourceMappingURL=enginesTwoProcesses.test.js.map
