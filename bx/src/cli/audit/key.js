// src/cli/audit/key.ts
import { rotateKey } from "../../audit/sealKeys.js";
import { CliError } from "../cli.js";
import { operatorOrigin } from "../workspaceNamed.js";
import { sealedLedger } from "./sealedLedger.js";
function addKey(group, cli) {
  const key = group.command("key").description("the key that signs seals (Ed25519)");
  const show = key.command("show", { isDefault: true }).description("the public key of the newest seals, in base64; `audit key` alone does the same");
  cli.ledgerAction(show, shown);
  const rotate = key.command("rotate").description("make a new key, signed by the present one").option("--lost", "the present key does not open any more: the new one says so");
  cli.ledgerAction(rotate, rotated);
}
async function shown(call) {
  const { ledgerId, end } = await sealedLedger(call);
  if (end.key === null) throw new CliError("there is no key yet: the first seal makes it.");
  const { publicKey } = end.key.data;
  return { data: { ledger_id: ledgerId, public_key: publicKey }, text: publicKey };
}
async function rotated(call) {
  const { ledgerId, end } = await sealedLedger(call);
  if (end.key === null) throw new CliError("there is no key yet: the first seal makes it.");
  const before = end.key.data.publicKey;
  const publicKey = await rotateKey(
    { ...call, ledgerId, origin: operatorOrigin(call, "") },
    end,
    call.options.lost === true
  );
  return {
    data: { ledger_id: ledgerId, public_key: publicKey, before },
    text: `Seals are signed by ${publicKey} from now on. Tell those who know the key before it, ${before}.`
  };
}
export {
  addKey
};
//# sourceMappingURL=key.js.map
