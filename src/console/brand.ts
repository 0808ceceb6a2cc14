import { html, raw } from 'hono/html';
import type { Html } from './page.ts';

/** An envelope that is a page of a ledger: its flap, and the lines below. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0d6b5c"/><path d="M7 9.5h18v13.5h-18zM7 10l9 6.5 9-6.5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/><path d="M11 19.5h10" stroke="#f2b84b" stroke-width="2" stroke-linecap="round"/></svg>';

/** Icon and wordmark: two weights of the pages' own type. */
export const brand: Html = html`<span class="brand">${raw(ICON)}<span>post<strong>ledger</strong></span></span>`;
