// src/cli/audit/verify.ts
import { InvalidArgumentError } from "commander";
import { sealAt } from "../../audit/sealStream.js";
import { keyFinding, verifyLog } from "../../audit/verifyLog.js";
import { witnessFinding } from "../../audit/witness.js";
import { counted } from "../../audit/wording.js";
import { wholeNumber } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { progressBar } from "../progress.js";
import { newestSealOf, sealedLedger } from "./sealedLedger.js";
import { witnessedSeals } from "./witnessFile.js";
function addVerify(group, cli) {
  const verify = group.command("verify").description("compute the tree of the log again and compare it with every seal").option("--from <seal>", "begin after this seal, whose tree is believed", wholeNumber(0)).option("--key <key>", "a public key of the seals that you know from elsewhere", publicKey).option("--witness <file>", "compare the seals of this file too (audit witness)");
  cli.ledgerAction(verify, verified);
}
function publicKey(text) {
  if (/^[A-Za-z\d+/]{43}=$/.test(text)) return text;
  throw new InvalidArgumentError("It must be a public key as `audit key` prints it.");
}
async function verified(call) {
  const { ledgerId, end } = await sealedLedger(call);
  const { from, key, witness } = call.options;
  const trusted = typeof key === "string" ? key : void 0;
  const elsewhere = typeof witness === "string" ? await comparedWitness(call, ledgerId, witness) : null;
  if (elsewhere === null || elsewhere.finding === null) newestSealOf(end);
  const begin = typeof from === "string" ? Number(from) : void 0;
  const { store } = call.ledger;
  if (begin !== void 0 && await sealAt(store, begin) === null)
    throw new CliError(`there is no seal ${begin}.`, "not_found");
  const result = await progressBar(
    call,
    "Verifying",
    null,
    (onEvents) => verifyLog(store, { ledgerId, from: begin, onEvents })
  ).catch((error) => {
    throw error instanceof RangeError ? new CliError(`${error.message}.`) : error;
  });
  const findings = [
    ...result.finding === null ? [] : [named(result.finding)],
    ...[keyFinding(result.keys, trusted), elsewhere?.finding].flatMap((found) => found ?? [])
  ];
  const { newest, ...counts } = result;
  const head = newest && {
    seal: newest.revision,
    at: newest.metadata.at,
    size: newest.data.size,
    root: newest.data.root
  };
  return {
    data: { ledger_id: ledgerId, ...counts, newest: head, witnessed: elsewhere?.seals ?? null, findings },
    text: [
      ...findings.map((found) => `THE LOG DOES NOT FIT: ${found}`),
      summary(result, elsewhere?.seals ?? null)
    ].join("\n"),
    failed: findings.length > 0
  };
}
function named({ what, event }) {
  if (event === null) return what;
  return `${what} (position ${Number(event.position)}, stream ${event.stream}, revision ${event.revision})`;
}
function summary({ events, seals, newest, finding, keys }, witnessed) {
  const compared = `${counted(events, "event")} compared with ${counted(seals, "seal")}`;
  if (newest === null) return `${compared}.`;
  const sealed = `up to seal ${newest.revision} of ${newest.metadata.at} (${counted(newest.data.size, "event")}, key ${newest.data.publicKey})`;
  const others = witnessed === null ? "" : ` ${counted(witnessed, "witnessed seal")} compared.`;
  const changes = keys.length > 1 ? ` The key was changed ${counted(keys.length - 1, "time")}.` : "";
  return `${compared}, ${finding === null ? "and fit" : "and fit only"} ${sealed}.${changes}${others}`;
}
async function comparedWitness({ ledger: { store } }, ledgerId, file) {
  let seals = 0;
  for await (const witnessed of witnessedSeals(file)) {
    const finding = await witnessFinding(store, ledgerId, witnessed);
    seals += 1;
    if (finding !== null) return { seals, finding };
  }
  if (seals === 0) throw new CliError(`${file} holds no seal.`);
  return { seals, finding: null };
}
export {
  addVerify
};
//# sourceMappingURL=verify.js.map
