// test/support/certificate.ts
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
function selfSigned(names = ["localhost", "127.0.0.1", "::1"], { fromMs = Date.now() - DAY_MS, toMs = Date.now() + 30 * DAY_MS } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const unique = Buffer.from(`test ${randomBytes(8).toString("hex")}`);
  const commonName = sequence(set(sequence(oid(2, 5, 4, 3), der(12, unique))));
  const algorithm = sequence(oid(1, 2, 840, 10045, 4, 3, 2));
  const serial = Buffer.concat([Buffer.from([64]), randomBytes(8)]);
  const toBeSigned = sequence(
    der(160, der(2, Buffer.from([2]))),
    der(2, serial),
    algorithm,
    commonName,
    sequence(time(fromMs), time(toMs)),
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      163,
      sequence(
        extension(oid(2, 5, 29, 19), sequence(der(1, Buffer.from([255])))),
        extension(oid(2, 5, 29, 17), sequence(...names.map(alternativeName)))
      )
    )
  );
  const bits = (bytes) => der(3, Buffer.concat([Buffer.from([0]), bytes]));
  const signed = sequence(toBeSigned, algorithm, bits(sign("sha256", toBeSigned, privateKey)));
  const base64 = signed.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----
${base64.trimEnd()}
-----END CERTIFICATE-----
`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  };
}
var DAY_MS = 864e5;
function der(tag, content) {
  const { length } = content;
  const header = length < 128 ? [tag, length] : [tag, 130, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(header), content]);
}
var sequence = (...parts) => der(48, Buffer.concat(parts));
var set = (...parts) => der(49, Buffer.concat(parts));
var extension = (id, value) => sequence(id, der(4, value));
function oid(first, second, ...rest) {
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 127];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift(left & 127 | 128);
    return groups;
  });
  return der(6, Buffer.from([first * 40 + second, ...bytes]));
}
function time(ms) {
  const digits = new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "");
  return der(24, Buffer.from(`${digits}Z`));
}
function alternativeName(name) {
  if (isIP(name) === 0) return der(130, Buffer.from(name));
  return der(135, isIP(name) === 4 ? Buffer.from(name.split(".").map(Number)) : v6Bytes(name));
}
function v6Bytes(address) {
  const [left = [], right = []] = address.split("::").map((half) => half === "" ? [] : half.split(":"));
  const groups = [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}
export {
  selfSigned
};
//# sourceMappingURL=certificate.js.map
