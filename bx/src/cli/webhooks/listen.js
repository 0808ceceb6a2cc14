// src/cli/webhooks/listen.ts
import { InvalidArgumentError } from "commander";
import { counted } from "../../audit/wording.js";
import { newWebhookSecret } from "../../commands/webhook/webhookEndpoints.js";
import { ATTEMPT_TIMEOUT_MS } from "../../dispatcher/attempt.js";
import { kindOf, REPORTED_TYPES } from "../../dispatcher/kinds.js";
import { partiesOf, payloadBody } from "../../dispatcher/payload.js";
import { signedHeaders } from "../../dispatcher/sign.js";
import { printable } from "../answer.js";
import { workspaceNamed } from "../workspaceNamed.js";
function addListen(group, cli) {
  const listen = group.command("listen").description(
    "print the events of a workspace as they happen, signed like posts, until Ctrl-C; needs no endpoint"
  ).option("--forward <url>", "post each of them on, to a program on this machine for example", webAddress);
  cli.ledgerAction(listen, listenUntilInterrupted);
}
function webAddress(text) {
  if (!/^https?:\/\/[^\s/]/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It must be a web address, such as http://localhost:3000/hook.");
  return text;
}
async function listenUntilInterrupted(call) {
  const { ledger, options, host } = call;
  const { id, name } = await workspaceNamed(call);
  const over = new AbortController();
  const alive = setInterval(() => {
  }, 6e4);
  over.signal.addEventListener("abort", () => clearInterval(alive), { once: true });
  host.onInterrupt?.(() => over.abort());
  const after = await ledger.store.head();
  const secret = newWebhookSecret(ledger.ids);
  if (options.json) print(call, { secret });
  else host.stdout(`Events of workspace ${name}, from now on. They are signed with ${secret}
`);
  const counts = { events: 0, forwarded: 0 };
  const subscription = { after, types: REPORTED_TYPES, signal: over.signal };
  for await (const { events } of ledger.store.subscribe(subscription)) {
    for (const event of events) {
      const kind = event.metadata.workspace === id ? kindOf(event) : null;
      if (kind === null || over.signal.aborted) continue;
      const body = payloadBody(event, kind, await partiesOf(ledger.store, event));
      const headers = signedHeaders(secret, event.id, ledger.clock.nowMs(), body);
      const answer = typeof options.forward === "string" ? await forwarded(options.forward, { headers, body }, over.signal) : null;
      counts.events += 1;
      if (answer?.isTaken) counts.forwarded += 1;
      show(call, { kind, headers, body, answer: answer?.text ?? null });
    }
  }
  const on = options.forward === void 0 ? "" : `, ${counts.forwarded} of them taken by ${options.forward}`;
  if (options.json) return null;
  return { data: counts, text: `${counted(counts.events, "event")} shown${on}.` };
}
function show(call, { kind, headers, body, answer }) {
  if (call.options.json) {
    print(call, { type: kind, headers, body, answer });
    return;
  }
  const lines = Object.entries(headers).filter(([header]) => header.startsWith("webhook-"));
  const shown = [kind, ...lines.map(([header, value]) => `  ${header}: ${value}`), `  ${printable(body)}`];
  call.host.stdout(`
${[...shown, ...answer === null ? [] : [`  -> ${answer}`]].join("\n")}
`);
}
var print = ({ host }, line) => host.stdout(`${JSON.stringify(line)}
`);
async function forwarded(url, request, interrupted) {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
  try {
    const { ok, status, body } = await fetch(url, { ...request, method: "POST", redirect: "manual", signal });
    await body?.cancel();
    return { isTaken: ok, text: String(status) };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const text = cause instanceof Error && cause.message !== "" ? cause.message : message;
    return { isTaken: false, text: `not posted: ${printable(text)}` };
  }
}
export {
  addListen
};
//# sourceMappingURL=listen.js.map
