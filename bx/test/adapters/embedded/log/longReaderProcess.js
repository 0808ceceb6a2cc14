// test/adapters/embedded/log/longReaderProcess.ts
import { join } from "node:path";
import { openSqlite } from "../../../../src/adapters/embedded/sqlite.js";
var db = openSqlite(join(process.argv[2] ?? "", "ledger.sqlite"), { busyTimeoutMs: 1e3, readOnly: true });
db.exec("BEGIN; SELECT count(*) FROM events");
process.stdout.write("reads\n");
setInterval(() => {
}, 1e3);
//# sourceMappingURL=longReaderProcess.js.map
