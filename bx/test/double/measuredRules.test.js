// test/double/measuredRules.test.ts
import { measuredRules } from "./measuredRules.js";
import { doubleServer } from "./server.js";
measuredRules("measured rules: double of 23.10", () => doubleServer());
measuredRules("measured rules: double of 24.10", () => doubleServer([], "24.10"));
var url = process.env.EVENTSTORE_TEST_URL;
if (url !== void 0 && url !== "") {
  measuredRules("measured rules: real server", async () => ({ url, restart: null, stop: async () => {
  } }));
}
//# sourceMappingURL=measuredRules.test.js.map
