// test/support/dkimVerdicts.ts
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
async function dkimVerdicts(raw, zone) {
  const resolver = async (name) => [[zone.get(name) ?? ""]];
  const { results } = await dkimVerify(raw ?? "", { resolver });
  return results.map((one) => `${algorithmOf(one)} ${one.signingDomain} ${one.status.result}`).sort();
}
var algorithmOf = (result) => "algo" in result ? String(result.algo) : "";
export {
  dkimVerdicts
};
//# sourceMappingURL=dkimVerdicts.js.map
