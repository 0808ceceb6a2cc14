// bench/bareWebhooks.ts
import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { signedHeaders } from "../src/dispatcher/sign.js";
var [caFile = "", seconds = "3", ...urls] = process.argv.slice(2);
var AT_ONCE = 8;
var ID = "7bab6676-962a-502d-a5a2-00d8c16dd793";
var connect = { ca: readFileSync(caFile, "utf8") };
var body = JSON.stringify({
  id: ID,
  type: "delivered",
  created_at: "2026-01-01T00:00:00.000Z",
  data: { email_id: ID, delivery_id: ID, recipient: "person@receiver.test" }
});
var warmUntilMs = performance.now() + 1e3;
var untilMs = warmUntilMs + Number(seconds) * 1e3;
var warm;
var posted = 0;
await Promise.all(
  urls.map(async (text) => {
    const url = new URL(text);
    const pool = new Pool(url.origin, { connections: AT_ONCE, pipelining: 1, connect });
    const lane = async () => {
      while (performance.now() < untilMs) {
        const headers = signedHeaders("whsec_secret", ID, Date.now(), body);
        const answer = await pool.request({ path: url.pathname, method: "POST", headers, body });
        await answer.body.dump();
        if (performance.now() < warmUntilMs) continue;
        warm ??= process.cpuUsage();
        posted++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    await pool.close();
  })
);
var { user, system } = process.cpuUsage(warm);
process.send?.({ perSecond: posted / Number(seconds), cpuUs: (user + system) / posted });
//# sourceMappingURL=bareWebhooks.js.map
