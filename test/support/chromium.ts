import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser of the machine; null where it has none. */
export async function installedChromium(): Promise<Browser | null> {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined) return null;
  // Within a container there is no sandbox to be had, and shared memory is short.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
