// test/simulation/outside/recipients.ts
import { linksIn } from "./mailboxes.js";
import { underWay } from "./underWay.js";
var BASE_URL = "https://api.postledger.test";
var CALLING_MS = 2e3;
var PATHS = { open: "/o/", click: "/c/", unsubscribe: "/u/", undo: "/u/" };
var FORMS = {
  unsubscribe: "List-Unsubscribe=One-Click",
  undo: "action=resubscribe"
};
var HEADERS = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
var FORM_HEADERS = { ...HEADERS, "content-type": "application/x-www-form-urlencoded" };
function recipients({ agenda, chance, journal, processes }) {
  const calls = underWay(agenda, CALLING_MS);
  const follow = async (what, { raw, messageId, recipient }) => {
    const link = linksIn(raw, BASE_URL).find((one) => one.startsWith(`${BASE_URL}${PATHS[what]}`));
    if (link === void 0) return;
    const [first, ...others] = processes.filter((one) => one.isReachable());
    const process = first === void 0 ? null : chance.of([first, ...others]);
    const form = FORMS[what];
    const url = link.slice(BASE_URL.length);
    const call = form === void 0 ? { method: "GET", url, headers: HEADERS } : { method: "POST", url, headers: FORM_HEADERS, body: form };
    const over = calls.begin();
    const answer = process === null ? null : await process.request(call);
    over();
    journal.note("reactions", {
      ...{ what, messageId, recipient, process: process?.name ?? null },
      status: answer?.status ?? null
    });
  };
  return {
    react({ do: what, times, everyMs }, copy) {
      const acts = what === "changes mind" ? ["unsubscribe", "undo"] : [what];
      for (let time = 0; time < times; time += 1)
        acts.forEach((act, place) => {
          const afterMs = (time + place / acts.length) * everyMs;
          agenda.at(agenda.nowMs() + afterMs, () => void follow(act, copy));
        });
    },
    get areCalling() {
      return calls.any;
    }
  };
}
export {
  BASE_URL,
  recipients
};
//# sourceMappingURL=recipients.js.map
