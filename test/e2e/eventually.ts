import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so; rejects, naming it, when it has not become so in time. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> {
  const endsAtMs = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > endsAtMs) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await sleep(100);
  }
}
