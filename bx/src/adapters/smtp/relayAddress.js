// src/adapters/smtp/relayAddress.ts
var RelayAddressInvalid = class extends Error {
  name = "RelayAddressInvalid";
};
var SUBMISSION_PORT = 587;
var SUBMISSIONS_PORT = 465;
var FORM = "smtp://HOST:PORT, smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte on";
function relayAddress(text) {
  if (!/^smtps?:\/\//i.test(text))
    throw new RelayAddressInvalid(`SMTP_URL must begin with smtp:// or smtps://. Write it like ${FORM}.`);
  const url = parsed(text);
  if (url.hostname === "") throw new RelayAddressInvalid("SMTP_URL names no host.");
  if (url.pathname !== "" && url.pathname !== "/" || url.hash !== "")
    throw new RelayAddressInvalid(
      "SMTP_URL has something after the host that is no port. A slash, a question mark or a hash in the password is written as %2F, %3F or %23."
    );
  if (url.port === "0") throw new RelayAddressInvalid("SMTP_URL has the port 0; it must be 1 to 65535.");
  const login = loginOf(url);
  const implicitTls = url.protocol.toLowerCase() === "smtps:";
  const asked = tlsAsked(url);
  if (implicitTls && asked === "opportunistic")
    throw new RelayAddressInvalid(
      "SMTP_URL begins with smtps://, which is always TLS: leave out tls=opportunistic."
    );
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? implicitTls ? SUBMISSIONS_PORT : SUBMISSION_PORT : Number(url.port),
    implicitTls,
    tls: implicitTls ? "required" : asked ?? (login === null ? "opportunistic" : "required"),
    login
  };
}
function parsed(text) {
  try {
    return new URL(text);
  } catch {
    throw new RelayAddressInvalid(
      `SMTP_URL is no address; write it like ${FORM}. Signs like @, : and % in the password are written as %40, %3A, %25.`
    );
  }
}
function loginOf({ username, password }) {
  if (username === "" && password === "") return null;
  if (username === "") throw new RelayAddressInvalid("SMTP_URL has a password and no user name.");
  if (password === "") throw new RelayAddressInvalid("SMTP_URL has a user name and no password.");
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new RelayAddressInvalid(
      "SMTP_URL has a user name or password with a % that begins no code; write it as %25."
    );
  }
}
function tlsAsked({ searchParams }) {
  for (const name of searchParams.keys())
    if (name !== "tls")
      throw new RelayAddressInvalid(`SMTP_URL has the parameter ${name}; it may have only tls.`);
  const [asked, ...more] = searchParams.getAll("tls");
  if (asked === void 0) return null;
  if (more.length > 0 || asked !== "required" && asked !== "opportunistic")
    throw new RelayAddressInvalid("SMTP_URL must have tls=required or tls=opportunistic, once.");
  return asked;
}
export {
  RelayAddressInvalid,
  relayAddress
};
//# sourceMappingURL=relayAddress.js.map
