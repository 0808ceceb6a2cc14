// src/cli/audit/prove.ts
import { prove } from "../../audit/prove.js";
import { sealAt } from "../../audit/sealStream.js";
import { email } from "../../events/email.js";
import { isUuid } from "../../events/fieldPatterns.js";
import { sms } from "../../events/sms.js";
import { wholeNumber } from "../argumentParsers.js";
import { CliError } from "../cli.js";
import { newestSealOf, sealedLedger } from "./sealedLedger.js";
function addProve(group, cli) {
  const command = group.command("prove").description(
    "print as JSON the proof that events are in the sealed log (tools/verify-proof.py checks it)"
  ).argument("<event>", "id of a message, whose events are proved; or STREAM/REVISION of one event").option(
    "--from <seal>",
    "prove that the log continues that of this seal; the first one if not given",
    wholeNumber(0)
  );
  cli.ledgerAction(command, proved);
}
async function proved(call) {
  const { store } = call.ledger;
  const { end } = await sealedLedger(call);
  const head = newestSealOf(end);
  const events = await eventsNamed(call, call.args[0] ?? "");
  const from = typeof call.options.from === "string" ? Number(call.options.from) : 1;
  const earlier = await sealAt(store, from);
  if (earlier === null) throw new CliError(`there is no seal ${from}.`, "not_found");
  const positions = new Set(events.map(({ position }) => position));
  const proof = await prove(store, positions, { from: earlier, head }).catch((error) => {
    throw error instanceof RangeError ? new CliError(`${error.message}.`) : error;
  });
  return { data: proof, text: JSON.stringify(proof, null, 2) };
}
async function eventsNamed({ ledger: { store } }, name) {
  const [, stream, revision] = /^(.+)\/(\d{1,15})$/.exec(name) ?? [];
  const events = stream !== void 0 ? await store.readStream(stream, { fromRevision: Number(revision), limit: 1 }) : isUuid(name) ? (await Promise.all([email.read(store, name.toLowerCase()), sms.read(store, name.toLowerCase())])).flat() : [];
  if (events.length === 0) throw new CliError(`there is no message or event ${name}.`, "not_found");
  return events;
}
export {
  addProve
};
//# sourceMappingURL=prove.js.map
