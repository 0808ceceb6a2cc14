import { createHash } from 'node:crypto';
import type { CheckRequest } from '../../ports/renderer.ts';

/** For this long sources that ran out of time are not tried again. */
const FOR_MS = 30_000;
/** More are forgotten, the oldest first. */
const MAX_KEPT = 1_000;

/** Templates that have just run out of time: the next message of the same revision would cost as much again. */
export interface Exhausted {
  /** The part that ran out of time; null when the sources may be tried. */
  partOf(key: string): string | null;
  note(key: string, part: string): void;
}

export function exhaustedTemplates(monotonicMs: () => number): Exhausted {
  const known = new Map<string, { readonly part: string; readonly untilMs: number }>();
  return {
    partOf(key) {
      const found = known.get(key);
      if (found === undefined) return null;
      if (monotonicMs() < found.untilMs) return found.part;
      known.delete(key);
      return null;
    },
    note(key, part) {
      known.delete(key);
      known.set(key, { part, untilMs: monotonicMs() + FOR_MS });
      const oldest = known.size > MAX_KEPT ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

/** The same for the same sources of the same workspace, whatever their variables. */
export function keyOfSources({ workspace, parts }: CheckRequest): string {
  const hash = createHash('sha256').update(workspace);
  for (const { name, source, escape: html } of parts)
    hash.update(`\n${name} ${html} ${source.length}\n`).update(source);
  return hash.digest('base64');
}
