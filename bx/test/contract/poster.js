// test/contract/poster.ts
import { answersContract } from "./poster/answers.js";
import { bodyContract } from "./poster/body.js";
import { deadKeptContract } from "./poster/deadKept.js";
import { exchangeContract } from "./poster/exchange.js";
import { guardContract } from "./poster/guard.js";
import { hostileContract } from "./poster/hostile.js";
import { interimContract } from "./poster/interim.js";
import { keepAliveContract } from "./poster/keepAlive.js";
import { reuseContract } from "./poster/reuse.js";
function posterContract(name, open) {
  exchangeContract(`${name}: exchanges`, open);
  bodyContract(`${name}: bodies of answers`, open);
  hostileContract(`${name}: hostile receivers`, open);
  answersContract(`${name}: answers, whatever they are`, open);
  interimContract(`${name}: informational answers`, open);
  guardContract(`${name}: whom it speaks to`, open);
  deadKeptContract(`${name}: kept connections that are dead`, open);
  keepAliveContract(`${name}: what stands behind an answer`, open);
  reuseContract(`${name}: connections that are kept`, open);
}
export {
  posterContract
};
//# sourceMappingURL=poster.js.map
