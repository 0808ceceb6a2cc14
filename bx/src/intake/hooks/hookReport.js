// src/intake/hooks/hookReport.ts
import { classifyBounce } from "../../mail/classifyBounce.js";
import { diagnosticLine } from "../mailFindings.js";
function bounceOf(refusal, diagnostic = refusal.text) {
  return { is: "bounced", ...classifyBounce(refusal), diagnosticCode: diagnosticLine(diagnostic) };
}
export {
  bounceOf
};
//# sourceMappingURL=hookReport.js.map
