// test/contract/eventStore.ts
import { appendContract } from "./eventStore/append.js";
import { conflictContract } from "./eventStore/conflict.js";
import { readContract } from "./eventStore/read.js";
import { retryContract } from "./eventStore/retry.js";
import { subscribeContract } from "./eventStore/subscribe.js";
function eventStoreContract(name, factory, options = {}) {
  appendContract(`${name}: append`, factory);
  conflictContract(`${name}: conflicts`, factory);
  retryContract(`${name}: repeated appends`, factory);
  readContract(`${name}: reading`, factory);
  subscribeContract(`${name}: subscriptions`, factory, options);
}
export {
  eventStoreContract
};
//# sourceMappingURL=eventStore.js.map
