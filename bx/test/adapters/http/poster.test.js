// test/adapters/http/poster.test.ts
import { httpPoster } from "../../../src/adapters/http/poster.js";
import { posterContract } from "../../contract/poster.js";
posterContract("http poster", httpPoster);
//# sourceMappingURL=poster.test.js.map
