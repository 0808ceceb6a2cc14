// test/double/main.ts
import { parseArgs } from "node:util";
import { startDouble } from "./eventStoreServer.js";
import { BREAKABLE } from "./records.js";
var { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    data: { type: "string" },
    "not-ready-ms": { type: "string", default: "0" },
    break: { type: "string", multiple: true, default: [] }
  }
});
var double = await startDouble({
  port: Number(values.port),
  notReadyMs: Number(values["not-ready-ms"]),
  broken: BREAKABLE.filter((rule) => values.break.includes(rule)),
  ...values.data === void 0 ? {} : { data: values.data }
});
console.log(`listening ${double.port}`);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => double.stop().then(() => process.exit(0)));
}
//# sourceMappingURL=main.js.map
