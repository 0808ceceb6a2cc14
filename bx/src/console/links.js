// src/console/links.ts
import { html } from "hono/html";
import { pathIn } from "./layout.js";
var addressPath = (workspace, address) => `${pathIn(workspace, "addresses/find")}?${new URLSearchParams({ address })}`;
var addressLink = (workspace, address) => address.includes("@") ? html`<a href="${addressPath(workspace, address)}">${address}</a>` : html`<a href="${pathIn(workspace, "messages")}?${new URLSearchParams({ find: address })}">${address}</a>`;
export {
  addressLink,
  addressPath
};
//# sourceMappingURL=links.js.map
