import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.ts';
import type { Html, Visit } from './page.ts';

/** Something that is worked out, and what it has come to so far or at its end. */
export type Work<Progress, Result> =
  | { readonly status: 'running'; readonly progress: Progress }
  | { readonly status: 'done'; readonly result: Result };

const KEPT = 20;
/** A result is shown this long; then it is worked out again. */
const SHOWN_MS = 60_000;

/**
 * Works things out that take longer than a page may, one after another and without holding up a page: a call begins the work
 * of its key, or gives how far it is. Work that fails is begun again when it is asked for.
 */
export function inBackground<Progress, Result>(
  clock: Pick<Clock, 'monotonicMs'>,
  begun: Progress,
): (
  key: string,
  work: (onProgress: (progress: Progress) => void) => Promise<Result>,
) => Work<Progress, Result> {
  type Kept = { work: Work<Progress, Result>; endedAtMs: number | null };
  const known = new LRUCache<string, Kept>({ max: KEPT });
  let last: Promise<void> = Promise.resolve();

  return (key, work) => {
    const before = known.get(key);
    const isOld = before?.endedAtMs != null && clock.monotonicMs() - before.endedAtMs > SHOWN_MS;
    if (before !== undefined && !isOld) return before.work;
    const kept: Kept = { work: { status: 'running', progress: begun }, endedAtMs: null };
    known.set(key, kept);
    const run = async () => {
      const result = await work((progress) => {
        kept.work = { status: 'running', progress };
      });
      kept.work = { status: 'done', result };
      kept.endedAtMs = clock.monotonicMs();
    };
    last = last.then(run).catch(() => void known.delete(key));
    return kept.work;
  };
}

/** What is worked out, asked for again each second until it is done; without JavaScript by a link. */
export function refreshing<Progress, Result>(
  { url }: Pick<Visit, 'url'>,
  work: Work<Progress, Result>,
  running: (progress: Progress) => Html,
  done: (result: Result) => Html,
): Html {
  if (work.status === 'done') return html`<div id="work">${done(work.result)}</div>`;
  return html`<div id="work" hx-get="${url}" hx-trigger="every 1s" hx-select="#work" hx-swap="outerHTML">${running(work.progress)}<noscript><p><a href="${url}">Look again</a></p></noscript></div>`;
}
