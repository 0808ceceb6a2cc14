// src/cli/commands/hooks.ts
import { InvalidArgumentError } from "commander";
import {
  decideHookAddress,
  hookAddresses
} from "../../commands/workspace/hookAddresses.js";
import { HOOK_ROUTES } from "../../events/hooks.js";
import { hookToken } from "../../intake/hooks/hookToken.js";
import { apiOptions } from "../../main/options.js";
import { listing } from "../answer.js";
import { uuid } from "../argumentParsers.js";
import { workspaceNamed } from "../workspaceNamed.js";
var ABOUT = {
  ses: "Amazon SES: subscribe an SNS topic to it over HTTPS, without raw message delivery",
  kumomta: "KumoMTA: a log hook that posts its records as JSON",
  postal: "Postal: a webhook of the mail server, for all message events"
};
var hooks = (program, cli) => {
  const group = program.command("hooks").description("where mail services report deliveries, bounces and complaints");
  addList(group, cli);
  addCreate(group, cli);
  addRevoke(group, cli);
};
function addList(group, cli) {
  const about = "the addresses; each is a secret, since anyone who knows it can report";
  cli.ledgerAction(group.command("list").description(about), async (call) => {
    const data = (await hookAddresses(call.ledger)).map((one) => described(call, one));
    const rows = data.map((one) => [one.id, one.route, one.name, one.state, one.about, one.url ?? ""]);
    return { data, text: listing(["ID", "ROUTE", "NAME", "STATE", "FOR", "ADDRESS"], rows, "") };
  });
}
function addCreate(group, cli) {
  const create = group.command("create").description("make a further address, so that the one before can be revoked once it is in use").argument("<route>", HOOK_ROUTES.join(", "), hookRoute).option("--name <name>", "a name to recognize it by");
  cli.ledgerAction(create, async (call) => {
    const { ledger, args, options } = call;
    const { origin } = await workspaceNamed(call);
    const route = hookRoute(args[0] ?? "");
    const name = typeof options.name === "string" ? options.name : null;
    const hookId = ledger.ids.uuid();
    const data = described(call, { hookId, route, name, isRevoked: false, account: null });
    await decideHookAddress(ledger, origin, { do: "create", hookId, route, name });
    return { data, text: `${data.url}

Address ${hookId} for ${data.about}.` };
  });
}
function addRevoke(group, cli) {
  const revoke = group.command("revoke").description("take no reports at an address from now on").argument("<address-id>", "id of the address", uuid);
  cli.ledgerAction(revoke, async (call) => {
    const { origin } = await workspaceNamed(call);
    const hookId = call.args[0] ?? "";
    await decideHookAddress(call.ledger, origin, { do: "revoke", hookId });
    return { data: { id: hookId, revoked: true }, text: `Address ${hookId} is revoked.` };
  });
}
function described({ settings, tokens }, { hookId, route, name, isRevoked }) {
  const url = `${apiOptions(settings).baseUrl}/hooks/${route}/${hookToken(tokens, { hookId, route })}`;
  return {
    id: hookId,
    route,
    name,
    state: isRevoked ? "revoked" : "open",
    url: isRevoked ? null : url,
    about: ABOUT[route]
  };
}
function hookRoute(text) {
  const route = HOOK_ROUTES.find((one) => one === text);
  if (route === void 0) throw new InvalidArgumentError(`It must be one of ${HOOK_ROUTES.join(", ")}.`);
  return route;
}
export {
  hooks
};
//# sourceMappingURL=hooks.js.map
