import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { freePort } from '../test/servers/servers.ts';
import { installedChromium } from '../test/support/chromium.ts';
import { ROOT } from '../test/support/project.ts';
import { startServiceProcess } from '../test/support/serviceProcess.ts';
import { fillMonth } from './month/fillMonth.ts';
import { postledger } from './postledger.ts';

// The pictures of README and docs, of a month of a shop that ends now. `--every` takes one of every page, in two widths.
const { values } = parseArgs({
  options: { data: { type: 'string' }, to: { type: 'string' }, every: { type: 'boolean', default: false } },
});

/** A picture: its page, or how one gets there by what links it. */
interface Picture {
  readonly name: string;
  readonly path: string;
  /** Followed from there: the first link whose address has this. */
  readonly then?: string;
  readonly width: number;
  /** Pixels, from the top; absent: the whole page. */
  readonly height?: number;
  readonly isDark?: boolean;
}

const shop = (path: string) => `/w/shop/${path}`;
const wide = { width: 1280, height: 900 };

/** Those that the documents show. */
const SHOWN: readonly Picture[] = [
  { name: 'overview', path: '/', ...wide },
  { name: 'messages', path: shop('messages'), ...wide },
  { name: 'message', path: shop('messages?status=bounced'), then: '/messages/', width: 1280, height: 1200 },
  { name: 'webhooks', path: shop('webhooks'), width: 390, height: 900 },
  { name: 'figures', path: shop('figures'), ...wide },
  { name: 'campaign', path: shop('campaigns'), then: '/campaigns/', ...wide, isDark: true },
];

const MORE: readonly Omit<Picture, 'width'>[] = [
  { name: 'recipients', path: shop('addresses') },
  { name: 'recipient', path: shop('addresses'), then: 'addresses/find?' },
  { name: 'delivered', path: shop('messages?status=delivered'), then: '/messages/' },
  { name: 'settings', path: shop('settings') },
  { name: 'domain', path: shop('settings'), then: 'settings/domains/' },
  { name: 'templates', path: shop('templates') },
  { name: 'template', path: shop('templates'), then: '/templates/' },
  { name: 'campaigns', path: shop('campaigns') },
  { name: 'contacts', path: shop('contacts') },
  { name: 'figures-by-template', path: shop('figures/by/template') },
  { name: 'delivery', path: shop('webhooks'), then: '/deliveries/' },
  { name: 'log', path: shop('log') },
  { name: 'nothing', path: '/w/shop-staging/campaigns' },
];

async function taken(page: Page, base: string, picture: Picture, folder: string): Promise<void> {
  const { name, path, then, width, height, isDark = false } = picture;
  await page.setViewportSize({ width, height: height ?? 900 });
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
  const link =
    then === undefined ? null : await page.locator(`main a[href*="${then}"]`).first().getAttribute('href');
  if (link !== null) await page.goto(`${base}${link}`, { waitUntil: 'networkidle' });
  // What is counted in the background is shown when it is there.
  await page.locator('#work[hx-trigger]').waitFor({ state: 'detached', timeout: 30_000 });
  // A subject that could not be rendered in time is there the next time.
  await page.reload({ waitUntil: 'networkidle' });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: height === undefined });
}

const browser = await installedChromium();
const own = mkdtempSync(join(tmpdir(), 'postledger-pictures-'));
const data = values.data ?? join(own, 'data');
const folder = values.to ?? join(ROOT, 'docs', 'console');
try {
  if (values.data === undefined) await fillMonth(data, { seed: 1, untilMs: Date.now(), days: 30 });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { POSTLEDGER_DATA: data, POSTLEDGER_CONSOLE_PORT: String(port), POSTLEDGER_LOG_LEVEL: 'info' };
  const service = await startServiceProcess({ env, timeoutMs: 180_000 });
  try {
    const printed = await postledger(['console', 'login', '--all', '--as', 'Ada Berg'], env);
    const [, secret = ''] = /\/login\/(\S+)/.exec(printed) ?? [];
    const page = await (await browser.newContext()).newPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${base}/login/${secret}`);
    if (values.every) await page.screenshot({ path: join(folder, 'log-in.png') });
    await page.getByRole('button', { name: 'Log in' }).click();
    for (const picture of SHOWN) await taken(page, base, picture, folder);
    if (values.every)
      for (const picture of [...SHOWN, ...MORE])
        for (const width of [1280, 390])
          await taken(page, base, { ...picture, width, name: `every-${picture.name}-${width}` }, folder);
  } finally {
    await service.stop();
  }
} finally {
  await browser.close();
  rmSync(own, { recursive: true, force: true });
}
