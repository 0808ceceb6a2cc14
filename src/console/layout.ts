import type { FastifyReply } from 'fastify';
import { html, raw } from 'hono/html';
import { assets, ICON } from './assets.ts';
import { actForm, foreign, visible } from './elements.ts';
import { pathIn } from './links.ts';
import { type ConsolePage, type Html, may, type Right, type Visit, type Workspace } from './page.ts';

/** The pages of a workspace, as the navigation lists them. */
const PLACES: readonly (readonly [path: string, label: string, needs: Right])[] = [
  ['messages', 'Messages', 'see'],
  ['addresses', 'Recipients', 'see'],
  ['webhooks', 'Webhooks', 'see'],
  ['figures', 'Analytics', 'see'],
  ['settings', 'Settings', 'see'],
  ['log', 'Log', 'log'],
];

/** Icon and wordmark: two weights of the pages' own type. */
const BRAND = html`<span class="brand">${raw(ICON)}<span>post<strong>ledger</strong></span></span>`;

/** Sends a page as a whole document. `visit`: null for one who is not logged in. */
export function sendPage(
  reply: FastifyReply,
  page: ConsolePage,
  visit: Visit | null = null,
  workspace: Workspace | null = null,
): FastifyReply {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content='{"includeIndicatorCSS":false,"history":false,"noSwap":[204,304,"4xx","5xx"],"defaultTimeout":9000}'>
<title>${visible(page.title)} · Postledger</title>
<link rel="icon" href="${assets.icon.url}">
<link rel="stylesheet" href="${assets.plotStyle.url}">
<link rel="stylesheet" href="${assets.style.url}">
<script defer src="${assets.htmx.url}"></script>
<script defer src="${assets.plot.url}"></script>
<script defer src="${assets.script.url}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
${visit && headerOf(visit, workspace)}
<main id="content"${visit === null && html` class="login"`}>
${visit === null && BRAND}
<h1>${foreign(page.title)}</h1>
<p id="stale" class="says bad" role="alert" hidden>What is shown is old: the service does not answer, or you are not logged in any more. <a href="">Open the page again</a></p>
${visit?.says != null && html`<p class="says" role="status">${foreign(visit.says)}</p>`}
${page.body}
</main>
</body>
</html>`;
  return reply.type('text/html; charset=utf-8').send(String(whole));
}

function headerOf(visit: Visit, workspace: Workspace | null): Html {
  const { session, url } = visit;
  const current = url.split('?')[0] ?? '';
  const link = (href: string, label: string) => {
    const isHere = href === '/' ? current === '/' : current === href || current.startsWith(`${href}/`);
    return html`<li><a href="${href}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  };
  const places = workspace === null ? [] : PLACES.filter(([, , needs]) => may(session, needs));
  return html`<header><div class="bar">
${BRAND}
${workspace && html`<span class="where">${foreign(workspace.name)}</span>`}
<button type="button" class="narrow" popovertarget="menu">Menu</button>
<div id="menu" popover><nav aria-label="Pages"><ul>
${link('/', 'Overview')}
${places.map(([path, label]) => link(pathIn(workspace as Workspace, path), label))}
</ul></nav>
<span class="quiet">${foreign(session.name)}, ${session.role}</span>
${actForm(visit, '/logout', 'Log out')}</div>
</div></header>`;
}
