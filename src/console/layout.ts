import { html } from 'hono/html';
import { assets } from './assets.ts';
import { brand } from './brand.ts';
import { actForm, foreign, visible } from './elements.ts';
import { type ConsolePage, type Html, NOTHING, type Visit, type Workspace } from './page.ts';
import { may, type Right } from './roles.ts';

interface Place {
  readonly path: string;
  readonly label: string;
  readonly needs: Right;
}

/** The pages of a workspace, as the navigation lists them. */
const PLACES: readonly Place[] = [
  { path: 'messages', label: 'Messages', needs: 'see' },
  { path: 'addresses', label: 'Recipients', needs: 'see' },
  { path: 'webhooks', label: 'Webhooks', needs: 'see' },
  { path: 'figures', label: 'Analytics', needs: 'see' },
  { path: 'settings', label: 'Settings', needs: 'see' },
  { path: 'log', label: 'Log', needs: 'log' },
];

export const pathIn = ({ name }: Workspace, path: string) => `/w/${encodeURIComponent(name)}/${path}`;

/** A whole document around the body of a page. `visit`: null for one who is not logged in. */
export function documentOf(page: ConsolePage, visit: Visit | null, workspace: Workspace | null): Html {
  return html`<!doctype html>
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
${visit === null ? NOTHING : headerOf(visit, workspace)}
<main id="content"${visit === null ? html` class="login"` : NOTHING}>
${visit === null ? brand : NOTHING}
<h1>${foreign(page.title)}</h1>
<p id="stale" class="says bad" role="alert" hidden>What is shown is old: the service does not answer, or you are not logged in any more. <a href="">Open the page again</a></p>
${visit?.says == null ? NOTHING : html`<p class="says" role="status">${foreign(visit.says)}</p>`}
${page.body}
</main>
</body>
</html>`;
}

function headerOf(visit: Visit, workspace: Workspace | null): Html {
  const { session, url } = visit;
  const current = url.split('?')[0] ?? '';
  const link = (href: string, label: string) => {
    const isHere = href === '/' ? current === '/' : current === href || current.startsWith(`${href}/`);
    return html`<li><a href="${href}"${isHere ? html` aria-current="page"` : NOTHING}>${label}</a></li>`;
  };
  const places = workspace === null ? [] : PLACES.filter(({ needs }) => may(session, needs));
  return html`<header><div class="bar">
${brand}
${workspace === null ? NOTHING : html`<span class="where">${foreign(workspace.name)}</span>`}
<button type="button" class="narrow" popovertarget="menu">Menu</button>
<div id="menu" popover><nav aria-label="Pages"><ul>
${link('/', 'Overview')}
${places.map(({ path, label }) => link(pathIn(workspace as Workspace, path), label))}
</ul></nav>
<span class="quiet">${foreign(session.name)}, ${session.role}</span>
${actForm(visit, '/logout', 'Log out')}</div>
</div></header>`;
}
