// test/simulation/auditor/provedReports.ts
var BY_MAIL = /* @__PURE__ */ new Set(["dsn", "arf", "bounce"]);
var LEAST_UNSIGNED = 2;
var provedReports = {
  name: "no suppression by a single unsigned report",
  check({ events, journals, appendedAtMs }) {
    const { reports = [] } = journals;
    return events.filter(suppressesByMail).flatMap((event) => {
      const { recipient } = event.data;
      const emailId = event.stream.slice("email-".length);
      const wanted = event.type === "Complained" ? "complaint" : "bounce";
      const own = reports.filter(
        (one) => one.what === wanted && one.recipient.toLowerCase() === recipient.toLowerCase()
      );
      const isProof = ({ proof, messageId }) => messageId.startsWith(emailId) && (proof === "signed" || proof === "in capitals" || proof === "forwarded" && wanted === "complaint");
      if (own.some(isProof)) return [];
      const different = new Set(own.map(({ messageId }) => messageId)).size;
      if (wanted === "bounce" && different >= LEAST_UNSIGNED) return [];
      return [
        {
          ...{ rule: this.name, atMs: appendedAtMs(event), about: [emailId] },
          what: `${recipient} is suppressed by ${event.type} in ${event.stream}, for which there were ${different} reports, none signed`
        }
      ];
    });
  }
};
function suppressesByMail({ type, data }) {
  const { source = "", bounceType } = data;
  if (!BY_MAIL.has(source)) return false;
  return type === "Complained" || type === "Bounced" && bounceType === "Permanent";
}
export {
  provedReports
};
//# sourceMappingURL=provedReports.js.map
