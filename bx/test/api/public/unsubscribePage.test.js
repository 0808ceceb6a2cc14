// test/api/public/unsubscribePage.test.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { deliveryToken } from "../../../src/commands/email/deliveryToken.js";
import { email } from "../../../src/events/email.js";
import { apiFixture } from "../../support/apiFixture.js";
import { installedChromium } from "../../support/chromium.js";
var browser = await installedChromium();
var SHOTS = process.env.TEST_SCREENSHOTS;
var test = suite("unsubscribe page");
test.before(async (context) => {
  const api = await apiFixture();
  const root = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const body = {
    from: "Acme News <news@acme.test>",
    to: "ann.of.the.very.long.and.winding.names@customer.test",
    subject: "s",
    text: "t",
    message_stream: "broadcast"
  };
  const { body: receipt } = await api.call("POST", "/v1/emails", { body, idempotencyKey: "b" });
  const emailId = String(receipt.id);
  const token = deliveryToken(api.context.tokens, "unsubscribe", { emailId, recipient: 0 });
  Object.assign(context, { api, emailId, url: `${root}/u/${token}` });
});
test.after(async ({ api }) => {
  await browser.close();
  await api.close();
});
async function shot(page, name) {
  const picture = await page.screenshot();
  if (SHOTS !== void 0) writeFileSync(join(SHOTS, `${name}.png`), picture);
}
var history = async ({ store }, emailId) => (await email.read(store, emailId)).slice(1).map(({ type }) => type);
test("a person unsubscribes by keyboard, and takes it back by mouse", async ({ api, url, emailId }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: "de-AT",
    viewport: { width: 900, height: 600 }
  });
  const page = await context.newPage();
  await page.goto(url);
  assert.is(await page.locator("html").getAttribute("lang"), "de");
  assert.is(await page.getByRole("heading", { level: 1 }).textContent(), "Abmelden?");
  await shot(page, "ask");
  assert.equal(await history(api, emailId), [], "looking changes nothing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sie sind abgemeldet." }).waitFor();
  await shot(page, "done");
  assert.equal(await history(api, emailId), ["Unsubscribed"]);
  await page.getByRole("button", { name: "R\xFCckg\xE4ngig machen" }).click();
  await page.getByRole("heading", { name: "Sie sind wieder angemeldet." }).waitFor();
  await shot(page, "undone");
  assert.equal(await history(api, emailId), ["Unsubscribed", "Resubscribed"]);
  assert.equal(await context.cookies(), []);
  await context.close();
});
test("on a small dark screen all of it is seen, and reads well", async ({ url }) => {
  const context = await browser.newContext({
    locale: "fr-FR",
    colorScheme: "dark",
    viewport: { width: 320, height: 560 }
  });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("request", (request) => {
    if (request.url() !== url) faults.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  await shot(page, "dark");
  const { wide, contrasts } = await page.evaluate(`(() => {
    const light = (colour) => {
      const [r, g, b] = colour.match(/\\d+/g).map((n) => n / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
      const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    };
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    return {
      wide: document.documentElement.scrollWidth,
      contrasts: [
        contrast(style('h1').color, style('main').backgroundColor),
        contrast(style('button').color, style('button').backgroundColor),
      ],
    };
  })()`);
  assert.is(wide, 320, "nothing is wider than the screen");
  for (const contrast of contrasts) assert.ok(contrast >= 7, `a contrast of ${contrast}`);
  assert.equal(faults, []);
  await context.close();
});
test.run();
//# sourceMappingURL=unsubscribePage.test.js.map
