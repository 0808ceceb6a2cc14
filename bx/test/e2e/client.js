// test/e2e/client.ts
import { setTimeout as sleep } from "node:timers/promises";
var TRIES = 30;
async function connected(url, init) {
  for (let again = 0; ; again++)
    try {
      return await fetch(url, init);
    } catch (error) {
      const { code } = error.cause ?? {};
      if (code !== "UND_ERR_CONNECT_TIMEOUT" || again === TRIES)
        throw new Error(`${init.method} ${url} failed: ${code}`, { cause: error });
    }
}
function client(urls, key) {
  let turn = 0;
  const next = () => urls[turn++ % urls.length] ?? "";
  const request = (method, path, apiKey, body, headers) => connected(next() + path, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...body !== void 0 && { "content-type": "application/json" },
      ...headers
    },
    ...body !== void 0 && { body: JSON.stringify(body) }
  });
  const self = {
    async call(method, path, expected, body, headers) {
      let answer = await request(method, path, key, body, headers);
      for (let again = 0; answer.status === 503 && again < TRIES; again++) {
        await answer.body?.cancel();
        await sleep(Number(answer.headers.get("retry-after") ?? 1) * 1e3);
        answer = await request(method, path, key, body, headers);
      }
      const text = await answer.text();
      if (answer.status !== expected) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return text === "" ? {} : JSON.parse(text);
    },
    status: async (method, path, apiKey = key) => (await request(method, path, apiKey)).status,
    send: (body, idempotencyKey) => self.call("POST", "/v1/emails", 202, body, { "idempotency-key": idempotencyKey })
  };
  return self;
}
export {
  client
};
//# sourceMappingURL=client.js.map
