// src/console/frames.ts
function sendForeign(reply, markup) {
  return reply.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'"
  ).header("x-frame-options", "SAMEORIGIN").type("text/html; charset=utf-8").send(markup);
}
export {
  sendForeign
};
//# sourceMappingURL=frames.js.map
