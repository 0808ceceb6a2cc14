import { html } from 'hono/html';
import { foreign } from './elements.ts';
import { pathIn } from './layout.ts';
import type { Html, Workspace } from './page.ts';

export const addressPath = (workspace: Workspace, address: string) =>
  `${pathIn(workspace, 'addresses/find')}?${new URLSearchParams({ address })}`;

/** Links to several. */
export const addressLinks = (workspace: Workspace, addresses: readonly string[]): Html =>
  html`${addresses.map((address, at) => html`${at === 0 ? '' : ', '}${addressLink(workspace, address)}`)}`;

/** A link to the page of a recipient; of a number to its messages. */
export const addressLink = (workspace: Workspace, address: string): Html =>
  address.includes('@')
    ? html`<a href="${addressPath(workspace, address)}">${foreign(address)}</a>`
    : html`<a href="${pathIn(workspace, 'messages')}?${new URLSearchParams({ find: address })}">${foreign(address)}</a>`;
