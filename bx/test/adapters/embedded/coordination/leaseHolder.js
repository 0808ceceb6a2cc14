// test/adapters/embedded/coordination/leaseHolder.ts
import { openEmbeddedLeases } from "../../../../src/adapters/embedded/coordination/leases.js";
import { systemClock } from "../../../../src/adapters/node/systemClock.js";
var [folder = "", name = ""] = process.argv.slice(2);
var lease = await openEmbeddedLeases(folder, { clock: systemClock }).acquire(name, 6e5);
console.log(lease === null ? "refused" : "held");
setInterval(() => {
}, 6e4);
//# sourceMappingURL=leaseHolder.js.map
