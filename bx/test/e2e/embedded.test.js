// test/e2e/embedded.test.ts
import { embedded } from "./deployment.js";
import { history } from "./history.js";
await history("e2e: embedded, two processes", embedded);
//# sourceMappingURL=embedded.test.js.map
