import type { Log } from '../ports/log.ts';

/** For adapters that a command opens itself: what they report comes back as errors. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
