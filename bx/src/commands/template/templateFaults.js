// src/commands/template/templateFaults.ts
import { Refusal } from "../kernel/refusal.js";
async function refuseFaultyTemplate(renderer, request) {
  if (request.parts.length === 0) return;
  const faults = await renderer.check(request);
  const issues = faults.map(({ part, line, reason }) => ({
    path: `/${part}`,
    message: `is not valid Liquid${line === null ? "" : ` on line ${line}`}: ${reason}`
  }));
  if (issues.length > 0) throw new Refusal("invalid", issues);
}
export {
  refuseFaultyTemplate
};
//# sourceMappingURL=templateFaults.js.map
