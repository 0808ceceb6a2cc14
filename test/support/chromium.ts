import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { fileSkipped } from './skipped.ts';

const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A browser of the machine. Where it has none, the process ends with the whole test file as skipped; in CI that is an
 * error. To be called before a suite is registered.
 */
export async function installedChromium(): Promise<Browser> {
  const executablePath = PROGRAMS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    const reason = 'no chromium is installed (apt-get install chromium)';
    if (process.env.CI) throw new Error(reason);
    return fileSkipped(reason);
  }
  // Within a container there is no sandbox to be had, and shared memory is short.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
