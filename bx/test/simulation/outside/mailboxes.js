// test/simulation/outside/mailboxes.ts
function mailboxes() {
  const copies = /* @__PURE__ */ new Map();
  const nameOf = (emailId, recipient) => `${emailId} ${recipient.toLowerCase()}`;
  return {
    put({ sender, recipient, raw }) {
      const messageId = headerOf(raw, "message-id").replace(/[<>]/g, "");
      const [emailId = ""] = messageId.split(".");
      copies.set(nameOf(emailId, recipient), { sender, recipient, messageId, raw });
    },
    copyOf: (emailId, recipient) => copies.get(nameOf(emailId, recipient)) ?? null
  };
}
function headerOf(raw, name) {
  const head = raw.toString("latin1", 0, raw.indexOf("\r\n\r\n") + 2).replace(/\r\n[ \t]+/g, " ");
  const start = `${name}:`;
  const line = head.split("\r\n").find((one) => one.toLowerCase().startsWith(start));
  return line?.slice(start.length).trim() ?? "";
}
function linksIn(raw, base) {
  const text = raw.toString("latin1").replace(/=\r\n|\r\n[ \t]+/g, "").replaceAll("=3D", "=");
  const links = text.split(base).slice(1);
  return links.map((rest) => `${base}${/^[\w/-]*/.exec(rest)?.[0] ?? ""}`);
}
export {
  headerOf,
  linksIn,
  mailboxes
};
//# sourceMappingURL=mailboxes.js.map
