// src/console/hosts.ts
import { isIP } from "node:net";
import { ConsoleFault } from "./page.js";
var LOCAL = ["localhost", "127.0.0.1", "[::1]"];
function refuseOtherHosts(request, url) {
  const { host = "", origin } = request.headers;
  const { localPort: port, localAddress = "127.0.0.1" } = request.socket;
  const names = isIP(localAddress) === 4 ? [...LOCAL, localAddress] : LOCAL;
  const own = url === null ? [...new Set(names.map((name) => hostOf(name, port)))] : [new URL(url).host];
  if (!own.includes(host.toLowerCase()))
    throw new ConsoleFault(400, `The console is not known as ${host}: open it at ${own.join(" or ")}.`);
  if (request.method === "GET" || request.method === "HEAD") return;
  const scheme = url === null ? "http:" : new URL(url).protocol;
  if (origin !== `${scheme}//${host}`)
    throw new ConsoleFault(403, "The form was sent by another page. Nothing was done.");
}
var hostOf = (name, port) => new URL(`http://${name}:${port}`).host;
export {
  refuseOtherHosts
};
//# sourceMappingURL=hosts.js.map
