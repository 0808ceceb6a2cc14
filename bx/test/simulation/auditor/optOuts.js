// test/simulation/auditor/optOuts.ts
var KEYWORDS = {
  Stop: "SmsOptedOut",
  START: "SmsOptedIn"
};
function optOutsOf(events) {
  const changes = /* @__PURE__ */ new Map();
  for (const event of events) {
    if (event.type !== "SmsOptedOut" && event.type !== "SmsOptedIn") continue;
    const { sender, number } = event.data;
    const own = changes.get(`${sender} ${number}`);
    if (own === void 0) changes.set(`${sender} ${number}`, [event]);
    else own.push(event);
  }
  return { of: (sender, number) => changes.get(`${sender} ${number}`) ?? [] };
}
export {
  KEYWORDS,
  optOutsOf
};
//# sourceMappingURL=optOuts.js.map
