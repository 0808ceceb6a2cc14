// src/adapters/redis/sentinels.ts
import { DriverAddressInvalid } from "../node/driverAddress.js";
var SENTINEL_PORT = 26379;
var ADDRESS = /^redis\+sentinel:\/\/(?:([^@/]*)@)?([^/?]+)\/([^/?]+)(?:\/(\d+))?$/;
function sentinelsOf(url) {
  if (!url.startsWith("redis+sentinel:")) return null;
  const [, credentials = "", hosts, name, database = "0"] = ADDRESS.exec(url) ?? [];
  if (hosts === void 0 || name === void 0)
    throw new DriverAddressInvalid(
      "REDIS_URL must be redis+sentinel://HOST,HOST,HOST/PRIMARY where it names Sentinels"
    );
  return {
    ...credentialsOf(credentials),
    sentinels: hosts.split(",").map(sentinelOf),
    name: decodeURIComponent(name),
    db: Number(database)
  };
}
function credentialsOf(text) {
  const colon = text.indexOf(":");
  if (colon < 0) return text === "" ? {} : { username: decodeURIComponent(text) };
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)].map(decodeURIComponent);
  return { ...username && { username }, ...password && { password } };
}
function sentinelOf(text) {
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { host, port: Number(port ?? SENTINEL_PORT) };
}
export {
  sentinelsOf
};
//# sourceMappingURL=sentinels.js.map
