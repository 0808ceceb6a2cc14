// src/adapters/smpp/smppAddress.ts
var SmppAddressInvalid = class extends Error {
  name = "SmppAddressInvalid";
};
var PORTS = { "smpp:": 2775, "ssmpp:": 3550 };
var QUERY = ["system_type", "window", "enquire_link_s"];
function smppAddress(text) {
  if (!URL.canParse(text))
    throw new SmppAddressInvalid("SMPP_URL is no address: smpp://SYSTEM_ID:PASSWORD@HOST:PORT");
  const url = new URL(text);
  const port = PORTS[url.protocol];
  if (port === void 0)
    throw new SmppAddressInvalid("SMPP_URL must begin with smpp:// or, for TLS, ssmpp://");
  if (url.hostname === "") throw new SmppAddressInvalid("SMPP_URL names no host");
  if (url.pathname !== "" && url.pathname !== "/") throw new SmppAddressInvalid("SMPP_URL must have no path");
  for (const name of url.searchParams.keys())
    if (!QUERY.includes(name))
      throw new SmppAddressInvalid(`SMPP_URL: ${name} is none of ${QUERY.join(", ")}`);
  const address = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? port : Number(url.port),
    tls: url.protocol === "ssmpp:",
    systemId: decoded(url.username, "system id"),
    password: decoded(url.password, "password"),
    systemType: url.searchParams.get("system_type") ?? "",
    window: numberOf(url, "window", { least: 1, most: 1e3, fallback: 10 }),
    enquireLinkMs: numberOf(url, "enquire_link_s", { least: 5, most: 600, fallback: 30 }) * 1e3
  };
  if (address.systemId === "" || address.systemId.length > 15)
    throw new SmppAddressInvalid("SMPP_URL: the system id must have 1 to 15 characters");
  if (address.password.length > 8)
    throw new SmppAddressInvalid("SMPP_URL: the password must have at most 8 characters");
  if (address.systemType.length > 12)
    throw new SmppAddressInvalid("SMPP_URL: system_type must have at most 12 characters");
  return address;
}
function decoded(part, what) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SmppAddressInvalid(`SMPP_URL: a % in the ${what} must be written as %25`);
  }
}
function numberOf(url, name, { least, most, fallback }) {
  const text = url.searchParams.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SmppAddressInvalid(`SMPP_URL: ${name} must be a whole number from ${least} to ${most}`);
  return value;
}
export {
  smppAddress
};
//# sourceMappingURL=smppAddress.js.map
