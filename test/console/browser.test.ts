// runs in: test:all
// timeout: 900 s
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installedChromium } from '../support/chromium.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type ServedConsole, servedConsole } from './servedConsole.ts';

/** The console of a running service in a real browser: each page in two widths, light and dark; three ways through it. */
const browser = await installedChromium();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = temporaryFolder();
/** A folder to look at what was seen. */
const SHOTS = process.env.TEST_SCREENSHOTS ?? pictures.path;
mkdirSync(SHOTS, { recursive: true });

const test = suite<{ at: ServedConsole }>('console in a browser');

test.before(async (context) => {
  context.at = await servedConsole();
});
test.after(async ({ at }) => {
  await browser.close();
  await at.stop();
  pictures.remove();
});

/** A person who has logged in by a link. Faults of pages, and what their policy forbade, are kept in `faults`. */
async function person(at: ServedConsole, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // Mail that holds a script is shown without running it.
    if (message.type() === 'error' && !/sandboxed/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(await at.link());
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${at.url}/`);
  return { context, page, faults };
}

test('each page in 1280 and 390 pixels, light and dark: nothing is cut off, and axe finds nothing', async ({
  at,
}) => {
  const { page, faults, context } = await person(at);
  const found: string[] = [];
  for (const [name, path] of Object.entries(at.paths))
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const answer = await page.goto(`${at.url}${path}`);
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      const violations = await page.evaluate(
        `${AXE}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      );
      const where = `${path} ${width} ${colorScheme}`;
      if (answer?.status() !== 200 || over !== 0)
        found.push(`${where}: ${answer?.status()}, ${over} pixels over`);
      for (const violation of violations as string[]) found.push(`${where}: ${violation}`);
    }
  assert.equal(found, []);
  assert.equal(faults, []);
  await context.close();
});

/** Find the mail of an address, see why it bounced, lift the suppression. */
async function whereIsMyMail(page: Page, at: ServedConsole): Promise<void> {
  let clicks = 0;
  const click = async (role: 'link' | 'button', name: string) => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  await page.goto(at.url);
  // On a narrow screen the pages are behind a button.
  if ((page.viewportSize()?.width ?? 0) < 640) await click('button', 'Menu');
  await click('link', 'Messages');
  await page.getByRole('searchbox').fill(at.bounced);
  await click('button', 'Find');
  await page.waitForURL(/find=/);
  await click('link', at.bounced);
  assert.match((await page.locator('main').textContent()) ?? '', 'The address is suppressed');
  await page.getByLabel('Reason').fill('His server works again.');
  await click('button', 'Send to it again');
  assert.match((await page.locator('main').textContent()) ?? '', `${at.bounced} is sent to again.`);
  assert.ok(clicks <= 5, `${clicks} clicks`);
}

test('where is my mail: found, explained and lifted, in five clicks at most', async ({ at }) => {
  const { page, context } = await person(at);
  await whereIsMyMail(page, at);
  await at.suppressAgain();
  await context.close();
});

test('the same without JavaScript', async ({ at }) => {
  const { page, context } = await person(at, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  await whereIsMyMail(page, at);
  await at.suppressAgain();
  await context.close();
});

/** Find a mail by its address, read it and download it: three clicks. */
async function readAndDownload(page: Page, at: ServedConsole): Promise<void> {
  await page.goto(`${at.url}/w/default/messages`);
  // A part of the address is enough.
  await page.getByRole('searchbox').fill('een@cust');
  let clicks = 1;
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.waitForURL(/find=/);
  clicks++;
  await page.locator(`a[href="${at.paths.seen}"]`).click();
  await page.waitForURL(`**${at.paths.seen}`);
  const frame = page.frameLocator('iframe[title="The message as html"]');
  assert.is(await frame.getByRole('heading').textContent(), 'Thank you, Ann');
  assert.ok(((await frame.getByAltText('logo').getAttribute('src')) ?? '').startsWith('data:image/png'));
  assert.is(await frame.getByAltText('a picture from elsewhere').getAttribute('src'), 'data:,');
  clicks++;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download .eml' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, 'Subject: Your order 1042 is on its way');
  assert.is(clicks, 3);
}

test('issue 54: a mail is found, read and downloaded, with JavaScript and without; nothing of it runs or loads', async ({
  at,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, context } = await person(at, { javaScriptEnabled });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).host));
    page.on('dialog', () => void asked.push('a dialog'));
    await readAndDownload(page, at);
    assert.equal(
      [...new Set(asked)].filter((host) => host !== '' && !at.url.endsWith(host)),
      [],
    );
    await context.close();
  }
});

/** From the first page: which campaign bounced most stands first in its table, and leads to its page. */
async function worstCampaign(page: Page, at: ServedConsole): Promise<void> {
  await page.goto(at.url);
  const table = page.getByRole('region', { name: 'By campaign' });
  // Without scripts the page is asked for again by its link.
  for (let looks = 0; looks < 10 && !(await table.isVisible()); looks++) {
    await page.waitForTimeout(500);
    const again = page.getByRole('link', { name: 'Look again' });
    if (await again.isVisible()) await again.click();
  }
  await table.getByRole('link').first().click();
  await page.waitForURL(`**${at.paths.campaign}`);
}

test('issue 54: a mail of a part of an address from the first page, and the campaign that bounced most, each with JavaScript and without', async ({
  at,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, context, faults } = await person(at, { javaScriptEnabled });
    await page.goto(at.url);
    await page.getByRole('searchbox').fill('een@cust');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.waitForURL(/messages\?find=een/);
    assert.is(await page.locator(`a[href="${at.paths.seen}"]`).count(), 1);
    await worstCampaign(page, at);
    assert.equal(faults, []);
    await context.close();
  }
});

test('issue 54: an id is copied by its button, and is text to select without JavaScript', async ({ at }) => {
  const { page, context } = await person(at, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${at.url}${at.paths.campaign}`);
  await page.getByLabel('Id of March').click();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const id = at.paths.campaign?.split('/').at(-1);
  assert.is(await page.evaluate('navigator.clipboard.readText()'), id);
  await context.close();
  const without = await person(at, { javaScriptEnabled: false });
  await without.page.goto(`${at.url}${at.paths.campaign}`);
  await without.page.getByLabel('Id of March').click();
  assert.ok(await without.page.getByText(id ?? '', { exact: true }).isVisible());
  assert.not(await without.page.getByRole('button', { name: 'Copy' }).first().isVisible());
  await without.context.close();
});

test('an endpoint was down: its range is posted again', async ({ at }) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/webhooks?status=dead`);
  let clicks = 0;
  for (const [role, name] of [
    ['link', /^Retry all of this list/],
    ['button', /^Retry \d+$/],
  ] as const) {
    clicks++;
    await page.getByRole(role, { name }).click();
  }
  assert.match((await page.locator('main').textContent()) ?? '', /\d+ deliveries are due now/);
  assert.ok(clicks <= 5);
  await context.close();
});

test("a day's figure is proved by the log", async ({ at }) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/figures`);
  await page.getByRole('link', { name: at.today }).click();
  await page.getByText('The log says the same').waitFor();
  await context.close();
});

test('a page that is no longer refreshed says so, and goes on when it is again', async ({ at }) => {
  const { page, context } = await person(at);
  const stale = page.getByText('What is shown is old');
  const findings = await page.locator('#now').textContent();
  const refresh = () =>
    page.evaluate(
      `htmx.ajax('GET', '/', { source: '#now', target: '#now', select: '#now', swap: 'outerHTML' })`,
    );
  for (const answer of [null, { status: 401, body: '<p>Log in</p>' }]) {
    assert.not(await stale.isVisible());
    await page.route(`${at.url}/`, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
    await refresh();
    await stale.waitFor();
    assert.is(await page.locator('#now').textContent(), findings);
    await page.unroute(`${at.url}/`);
    await refresh();
    await stale.waitFor({ state: 'hidden' });
  }
  await context.close();
});

test('plots name UTC days and hours of 24', async ({ at }) => {
  const { page, context } = await person(at);
  const labels: string[] = [];
  await page.exposeFunction('drawn', (text: string) => labels.push(text));
  await page.addInitScript(`const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { drawn(text); return fillText.call(this, text, ...place); };`);
  const drawn = async (path: string) => {
    labels.length = 0;
    await page.goto(`${at.url}${path}`, { waitUntil: 'networkidle' });
    return labels.filter((label) => /\D/.test(label));
  };
  const hours = await drawn('/');
  assert.ok(
    hours.some((label) => /^\d\d:\d\d$/.test(label)),
    hours.join(),
  );
  const days = await drawn('/w/default/figures?days=7');
  assert.ok(days.every((label) => /^\d\d-\d\d$/.test(label)) && days.length > 2, days.join());
  assert.not(
    days.some((label, at) => label === days[at - 1]),
    `a day twice: ${days.join()}`,
  );
  await context.close();
});

test('keyboard: the first Tab leads past the navigation', async ({ at }) => {
  const { page, context } = await person(at);
  await page.keyboard.press('Tab');
  assert.is(await page.evaluate('document.activeElement.textContent'), 'To the content');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#content$/);
  await context.close();
});

test('a choice that is looked through by keys asks for nothing until the button is pressed', async ({
  at,
}) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/messages`);
  let asked = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked++;
  });
  await page.getByLabel('Status').focus();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL(/status=./);
  assert.is(asked, 1);
  await context.close();
});

test('issue 54: fifty messages are at most 2,000 pixels high in 1280', async ({ at }) => {
  const { page, context } = await person(at, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${at.url}/w/default/messages`);
  assert.is(await page.locator('tbody tr').count(), 50);
  const height = await page.evaluate('document.documentElement.scrollHeight');
  assert.ok(Number(height) <= 2_000, `${height} pixels`);
  await context.close();
});

test('issue 54: below 40 rem messages are cards, filters lie behind a button, and the header has 64 pixels at most', async ({
  at,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, context } = await person(at, { javaScriptEnabled, viewport: { width: 390, height: 800 } });
    for (const path of ['/', '/w/default/messages']) {
      await page.goto(`${at.url}${path}`);
      const { height = 0 } = (await page.locator('header').boundingBox()) ?? {};
      assert.ok(height > 0 && height <= 64, `${path}: ${height} pixels`);
    }
    const [first] = await page.locator('tbody tr').all();
    const { width = 0 } = (await first?.boundingBox()) ?? {};
    assert.ok(width > 0 && width <= 390, `a card of ${width} pixels`);
    assert.not(await page.getByLabel('Status').isVisible());
    await page.getByRole('button', { name: 'Filters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Status').selectOption('bounced');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.waitForURL(/status=bounced/);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL(/webhooks$/);
    await context.close();
  }
});

test('issue 54: what became of a message is told by sign and word, and what its reader did by a sign with its word', async ({
  at,
}) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/messages`);
  const signs = new Map<string, string | null>();
  for (const badge of await page.locator('.badge').all())
    signs.set((await badge.textContent()) ?? '', await badge.locator('path').getAttribute('d'));
  for (const word of ['permanent bounce', 'suppressed', 'delivered', 'opened', 'clicked'])
    assert.ok(signs.has(word), `${word} is not among ${[...signs.keys()].join()}`);
  assert.is(new Set(signs.values()).size, signs.size, 'each has a sign of its own');
  await context.close();
});

test('issue 54: the log-in page has icon and wordmark, and is clean in both widths', async ({ at }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(await at.link());
    assert.is(await page.locator('.brand svg').count(), 1);
    assert.is((await page.locator('.brand').textContent())?.trim(), 'postledger');
    const icon = (await page.locator('link[rel=icon]').getAttribute('href')) ?? '';
    assert.is((await page.request.get(`${at.url}${icon}`)).headers()['content-type'], 'image/svg+xml');
    const found = await page.evaluate(
      `${AXE}; axe.run().then(({ violations }) => violations.map(({ id }) => id))`,
    );
    assert.equal(found, []);
  }
  await context.close();
});

test('issue 54: at rest the legend of a plot tells its newest point', async ({ at }) => {
  const { page, context } = await person(at);
  await page.goto(`${at.url}/w/default/figures?days=7`, { waitUntil: 'networkidle' });
  await page.locator('.u-legend').getByText(at.today).waitFor();
  assert.not.match((await page.locator('.u-legend').textContent()) ?? '', '--');
  await context.close();
});

test('what is sent to the browser stays below 100 KB, compressed', async ({ at }) => {
  const { page, context } = await person(at);
  let bytes = 0;
  page.on('response', (response) => {
    bytes += Number(response.headers()['content-length'] ?? Number.NaN);
  });
  await page.goto(`${at.url}/w/default/messages`, { waitUntil: 'networkidle' });
  assert.ok(bytes > 0 && bytes < 100_000, `${bytes} bytes`);
  await context.close();
});

test.run();
