// test/faults/crashingSqlite.ts
import { backup, DatabaseSync as Sqlite } from "@photostructure/sqlite";
import { crashAt } from "./crashPoints.js";
var [step = "", nth = "1"] = process.argv.slice(2);
var reach = crashAt({ step, nth: Number(nth) });
var DatabaseSync = class extends Sqlite {
  exec(sql) {
    if (sql.startsWith("ALTER TABLE")) reach("amid-exchange");
    super.exec(sql);
  }
};
export {
  DatabaseSync,
  backup
};
//# sourceMappingURL=crashingSqlite.js.map
