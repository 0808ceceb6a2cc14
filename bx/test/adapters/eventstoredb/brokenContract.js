// test/adapters/eventstoredb/brokenContract.ts
import { appendContract } from "../../contract/eventStore/append.js";
import { conflictContract } from "../../contract/eventStore/conflict.js";
import { readContract } from "../../contract/eventStore/read.js";
import { retryContract } from "../../contract/eventStore/retry.js";
import { subscribeContract } from "../../contract/eventStore/subscribe.js";
import { measuredAppendRules } from "../../double/appendRulesSuite.js";
import { measuredReadRules } from "../../double/readRulesSuite.js";
import { doubleServer } from "../../double/server.js";
import { doubleFactory } from "./factories.js";
process.on("unhandledRejection", () => {
  process.exitCode = 1;
});
var contract = [
  ["size-limit", appendContract],
  ["durability", appendContract],
  ["expected-revision", conflictContract],
  ["actual-revision", conflictContract],
  ["atomicity", conflictContract],
  ["idempotency", retryContract],
  ["idempotent-position", retryContract],
  ["order", readContract],
  ["filter", (name, factory) => subscribeContract(name, factory, { catchUpEvents: 500 })],
  ["from-position", (name, factory) => subscribeContract(name, factory, { catchUpEvents: 500 })]
];
for (const [rule, part] of contract) part(`contract without ${rule}`, doubleFactory([rule]));
var rules = [
  ["size-limit", measuredAppendRules],
  ["idempotency", measuredAppendRules],
  ["filter", measuredReadRules],
  ["gap", measuredReadRules],
  ["checkpoints", measuredReadRules]
];
for (const [rule, part] of rules) part(`rules without ${rule}`, () => doubleServer([rule]));
//# sourceMappingURL=brokenContract.js.map
