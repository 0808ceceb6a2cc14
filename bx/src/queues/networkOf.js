// src/queues/networkOf.ts
import { isIPv6 } from "node:net";
function networkOf(address) {
  const [, inside] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (inside !== void 0) return inside;
  if (!isIPv6(address)) return address;
  const [before = ""] = address.split("::");
  const groups = [...before.split(":").map((group) => Number.parseInt(group || "0", 16)), 0, 0, 0];
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(":")}::/64`;
}
export {
  networkOf
};
//# sourceMappingURL=networkOf.js.map
