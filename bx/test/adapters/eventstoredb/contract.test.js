// test/adapters/eventstoredb/contract.test.ts
import { eventStoreContract } from "../../contract/eventStore.js";
import { doubleFactory, realFactory } from "./factories.js";
var realUrl = process.env.EVENTSTORE_TEST_URL;
console.log("event store contract: double");
eventStoreContract("EventStoreDB 23.10 (double)", doubleFactory());
eventStoreContract("EventStoreDB 24.10 (double)", doubleFactory([], "24.10"));
if (realUrl !== void 0 && realUrl !== "") {
  const [, hosts] = /^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(realUrl) ?? [];
  console.log(`event store contract: real server at ${hosts}`);
  eventStoreContract("EventStoreDB (real server)", realFactory(realUrl));
}
//# sourceMappingURL=contract.test.js.map
