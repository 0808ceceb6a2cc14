import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const axe = readFileSync('node_modules/axe-core/axe.min.js','utf8');
const link = process.argv[2]!; const paths = process.argv.slice(3);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-dev-shm-usage'] });
const ctx = await b.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: false });
const page = await ctx.newPage();
page.on('console', (m) => console.log('console:', m.type(), m.text()));
page.on('pageerror', (e) => console.log('pageerror', e.message));
if (link !== '-') { await page.goto(link); await page.click('main button'); await page.waitForLoadState(); console.log(page.url(), await page.title()); await ctx.storageState({ path: '/tmp/con/state.json' }); }
else await ctx.addCookies(JSON.parse(readFileSync('/tmp/con/state.json','utf8')).cookies);
for (const p of paths) {
  for (const [w, scheme] of [[1280,'light'],[390,'dark']] as const) {
    await page.setViewportSize({ width: w, height: 900 }); await page.emulateMedia({ colorScheme: scheme });
    const r = await page.goto('http://127.0.0.1:4026'+p); await page.waitForTimeout(300);
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    const name = p.replace(/\W+/g,'_')||'now';
    await page.screenshot({ path: `/tmp/con/${name}-${w}.png`, fullPage: true });
    let bad = 'n/a';
    try { const h = await page.evaluate(axe + '; axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0,120)).join(" | ")))'); bad = JSON.stringify(h); } catch (e) { bad = String(e).slice(0,200); }
    console.log(p, w, r?.status(), 'overflow', over, bad);
  }
}
await b.close();
