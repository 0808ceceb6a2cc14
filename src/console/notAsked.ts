import { html } from 'hono/html';
import { isUnavailable } from '../ports/isUnavailable.ts';
import type { Html } from './page.ts';

/** What a page says where a store gave no answer. @throws the error itself where it is another one */
export function notAsked(what: string, error: unknown): string {
  if (isUnavailable(error)) return `${what} could not be asked for: ${error.message}.`;
  throw error;
}

/** A part of a page; a sentence in its place where a store gives no answer, so that the rest is shown. */
export function partOf(what: string, part: () => Promise<Html>): Promise<Html> {
  return part().catch((error) => html`<p class="warn" role="status">${notAsked(what, error)}</p>`);
}
