import { diffLines } from 'diff';
import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Two texts of 64 KB without a line in common would take seconds. */
const LONGEST_MS = 200;

/** How a text became another one, line by line. Null is a text that there is not. */
export function differenceOf(name: string, before: string | null, after: string | null): Html {
  if (before === after) return html`<h3>${name}</h3><p class="quiet">The same.</p>`;
  const changes = diffLines(before ?? '', after ?? '', { timeout: LONGEST_MS });
  if (changes === undefined)
    return html`<h3>${name}</h3><p>Too much of it is different to be shown line by line.</p>`;
  return html`<h3>${name}</h3><pre class="difference">${changes.map(({ added, removed, value }) => {
    if (added) return html`<ins>${value}</ins>`;
    return removed ? html`<del>${value}</del>` : value;
  })}</pre>`;
}
