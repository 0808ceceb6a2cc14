// test/console/browser.test.ts
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { installedChromium } from "../support/chromium.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { servedConsole } from "./servedConsole.js";
var browser = await installedChromium();
var AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
var pictures = temporaryFolder();
var SHOTS = process.env.TEST_SCREENSHOTS ?? pictures.path;
mkdirSync(SHOTS, { recursive: true });
var test = suite("console in a browser");
test.before(async (context) => {
  context.at = await servedConsole();
});
test.after(async ({ at }) => {
  await browser.close();
  await at.stop();
  pictures.remove();
});
async function person(at, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/sandboxed/.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(await at.link());
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`${at.url}/`);
  return { context, page, faults };
}
test("each page in 1280 and 390 pixels, light and dark: nothing is cut off, and axe finds nothing", async ({
  at
}) => {
  const { page, faults, context } = await person(at);
  const found = [];
  for (const [name, path] of Object.entries(at.paths))
    for (const [width, colorScheme] of [
      [1280, "light"],
      [1280, "dark"],
      [390, "light"],
      [390, "dark"]
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const answer = await page.goto(`${at.url}${path}`);
      const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      const violations = await page.evaluate(
        `${AXE}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`
      );
      const where = `${path} ${width} ${colorScheme}`;
      if (answer?.status() !== 200 || over !== 0)
        found.push(`${where}: ${answer?.status()}, ${over} pixels over`);
      for (const violation of violations) found.push(`${where}: ${violation}`);
    }
  assert.equal(found, []);
  assert.equal(faults, []);
  await context.close();
});
async function whereIsMyMail(page, at) {
  let clicks = 0;
  const click = async (role, name) => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  await page.goto(at.url);
  await click("link", "Messages");
  await page.getByRole("searchbox").fill(at.bounced);
  await click("button", "Find");
  await page.waitForURL(/find=/);
  await click("link", at.bounced);
  assert.match(await page.locator("main").textContent() ?? "", "The address is suppressed");
  await page.getByLabel("Reason").fill("His server works again.");
  await click("button", "Send to it again");
  assert.match(await page.locator("main").textContent() ?? "", `${at.bounced} is sent to again.`);
  assert.ok(clicks <= 5, `${clicks} clicks`);
}
test("where is my mail: found, explained and lifted, in five clicks at most", async ({ at }) => {
  const { page, context } = await person(at);
  await whereIsMyMail(page, at);
  await at.suppressAgain();
  await context.close();
});
test("the same without JavaScript", async ({ at }) => {
  const { page, context } = await person(at, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 }
  });
  await whereIsMyMail(page, at);
  await at.suppressAgain();
  await context.close();
});
test("an endpoint was down: its range is posted again", async ({ at }) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/webhooks?status=dead`);
  let clicks = 0;
  for (const [role, name] of [
    ["link", /^Post all of this list again/],
    ["button", /^Post \d+ again$/]
  ]) {
    clicks++;
    await page.getByRole(role, { name }).click();
  }
  assert.match(await page.locator("main").textContent() ?? "", /\d+ deliveries are due now/);
  assert.ok(clicks <= 5);
  await context.close();
});
test("a day's figure is proved by the log", async ({ at }) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/figures`);
  await page.getByRole("link", { name: at.today }).click();
  await page.getByText("The log says the same").waitFor();
  await context.close();
});
test("a page that is no longer refreshed says so, and goes on when it is again", async ({ at }) => {
  const { page, context } = await person(at);
  const stale = page.getByText("What is shown is old");
  const findings = await page.locator("#now").textContent();
  const refresh = () => page.evaluate(
    `htmx.ajax('GET', '/', { source: '#now', target: '#now', select: '#now', swap: 'outerHTML' })`
  );
  for (const answer of [null, { status: 401, body: "<p>Log in</p>" }]) {
    assert.not(await stale.isVisible());
    await page.route(`${at.url}/`, (route) => answer === null ? route.abort() : route.fulfill(answer));
    await refresh();
    await stale.waitFor();
    assert.is(await page.locator("#now").textContent(), findings);
    await page.unroute(`${at.url}/`);
    await refresh();
    await stale.waitFor({ state: "hidden" });
  }
  await context.close();
});
test("plots name UTC days and hours of 24", async ({ at }) => {
  const { page, context } = await person(at);
  const labels = [];
  await page.exposeFunction("drawn", (text) => labels.push(text));
  await page.addInitScript(`const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { drawn(text); return fillText.call(this, text, ...place); };`);
  const drawn = async (path) => {
    labels.length = 0;
    await page.goto(`${at.url}${path}`, { waitUntil: "networkidle" });
    return labels.filter((label) => /\D/.test(label));
  };
  const hours = await drawn("/");
  assert.ok(
    hours.some((label) => /^\d\d:\d\d$/.test(label)),
    hours.join()
  );
  const days = await drawn("/w/default/figures?days=7");
  assert.ok(days.every((label) => /^\d\d-\d\d$/.test(label)) && days.length > 2, days.join());
  assert.not(
    days.some((label, at2) => label === days[at2 - 1]),
    `a day twice: ${days.join()}`
  );
  await context.close();
});
test("keyboard: the first Tab leads past the navigation", async ({ at }) => {
  const { page, context } = await person(at);
  await page.keyboard.press("Tab");
  assert.is(await page.evaluate("document.activeElement.textContent"), "To the content");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#content$/);
  await context.close();
});
test("a choice that is looked through by keys asks for nothing until the button is pressed", async ({
  at
}) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/messages`);
  let asked = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked++;
  });
  await page.getByLabel("Status").focus();
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Find" }).click();
  await page.waitForURL(/status=./);
  assert.is(asked, 1);
  await context.close();
});
test("what is sent to the browser stays below 100 KB, compressed", async ({ at }) => {
  const { page, context } = await person(at);
  let bytes = 0;
  page.on("response", (response) => {
    bytes += Number(response.headers()["content-length"] ?? Number.NaN);
  });
  await page.goto(`${at.url}/w/default/messages`, { waitUntil: "networkidle" });
  assert.ok(bytes > 0 && bytes < 1e5, `${bytes} bytes`);
  await context.close();
});
test.run();
//# sourceMappingURL=browser.test.js.map
