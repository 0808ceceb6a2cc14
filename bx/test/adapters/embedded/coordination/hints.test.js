// test/adapters/embedded/coordination/hints.test.ts
import { inProcessHints } from "../../../../src/adapters/embedded/coordination/hints.js";
import { hintsContract } from "../../../contract/hints.js";
import { quietLog } from "../../../support/quietLog.js";
hintsContract("hints in process", async () => {
  const subject = inProcessHints(quietLog);
  return { subject, destroy: () => subject.close() };
});
//# sourceMappingURL=hints.test.js.map
