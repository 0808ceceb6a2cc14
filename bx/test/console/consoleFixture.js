// test/console/consoleFixture.ts
import { readPosition } from "../../src/adapters/position.js";
import { offerConsoleLogin } from "../../src/commands/console/consoleLogin.js";
import { buildConsole } from "../../src/console/consoleApp.js";
import { apiFixture } from "../support/apiFixture.js";
var HOST = "console.test";
var URL_OF = `https://${HOST}`;
var by = (api) => ({ actor: "operator", correlation: api.ledger.ids.uuid(), causation: null });
async function consoleFixture({
  reports = { logDamage: null },
  url = URL_OF,
  post = () => Promise.reject(new Error("nothing is posted here")),
  dns = { txt: async () => [], mx: async () => [] },
  ...given
} = {}) {
  const api = await apiFixture(given);
  const app = await buildConsole({
    ...api.context,
    reports,
    dns,
    poster: { post, close: async () => {
    } },
    options: {
      ...{ positionIn: readPosition, partitions: 1, url, bounceDomain: null, cookieKey: Buffer.alloc(32, 7) }
    }
  });
  const link = async (person = {}) => {
    const whole = { name: "Ann", role: "operator", workspaceId: null, ...person };
    return `/login/${await offerConsoleLogin(api.ledger, by(api), whole)}`;
  };
  const visitor = () => visitorOf(app);
  return {
    ...{ api, app, link, visitor },
    async loggedIn(person) {
      const one = visitor();
      const path = await link(person);
      await one.post(path, {}, path);
      return one;
    },
    async close() {
      await app.close();
      await api.close();
    }
  };
}
function visitorOf(app) {
  const cookies = /* @__PURE__ */ new Map();
  const send = async (method, url, headers, payload) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await app.inject({
      ...{ method, url, headers: { host: HOST, ...cookie !== "" && { cookie }, ...headers } },
      ...payload !== void 0 && { payload }
    });
    for (const { name, value } of answer.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
  };
  const get = (path, headers = {}) => send("GET", path, headers);
  return {
    ...{ cookies, get },
    async post(path, fields, from) {
      const csrf = from === void 0 ? fields._csrf ?? "" : /name="_csrf" value="([^"]*)"/.exec((await get(from)).text)?.[1] ?? "";
      const headers = { "content-type": "application/x-www-form-urlencoded", origin: URL_OF };
      return send("POST", path, headers, String(new URLSearchParams({ ...fields, _csrf: csrf })));
    }
  };
}
export {
  consoleFixture
};
//# sourceMappingURL=consoleFixture.js.map
