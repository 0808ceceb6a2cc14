// src/api/public/unsubscribeRoutes.ts
import { deliveryOfToken } from "../../commands/email/deliveryToken.js";
import { PUBLIC_PATHS } from "../../commands/email/publicLinks.js";
import {
  recipientOfMessage,
  recordReaction
} from "../../commands/email/recipientReaction.js";
import { isUnavailable } from "../../ports/isUnavailable.js";
import { answerPage, answerText, answerUnknown } from "./pages.js";
var PATH = `${PUBLIC_PATHS.unsubscribe}:token`;
var FORM_MAX_BYTES = 2048;
var RETRY_AFTER_SECONDS = 60;
var unsubscribeRoutes = (app, dependencies) => {
  const open = { config: { public: true }, schema: { hide: true } };
  const { suppressionOf } = dependencies.live;
  app.get(
    PATH,
    open,
    (request, reply) => answered(dependencies, request, reply, async (ref) => {
      const found = await recipientOfMessage(dependencies.ledger, ref, suppressionOf);
      return found === null ? answerUnknown(request, reply) : answerState(request, reply, found, "ask");
    })
  );
  app.post(
    PATH,
    { ...open, config: { ...open.config, formMaxBytes: FORM_MAX_BYTES } },
    (request, reply) => answered(dependencies, request, reply, async (ref) => {
      const wish = wishIn(request.body);
      if (wish === null)
        return answerPage(request, reply, 422, ({ unclear, ask }) => ({
          title: unclear.title,
          sentences: [unclear.text],
          button: { action: "unsubscribe", label: ask.button, isQuiet: false }
        }));
      await recordReaction(dependencies.ledger, ref, wish, suppressionOf);
      const found = await recipientOfMessage(dependencies.ledger, ref, suppressionOf);
      if (found === null) return answerUnknown(request, reply);
      return answerState(request, reply, found, wish.do === "resubscribe" ? "undone" : "ask");
    })
  );
};
function wishIn(body) {
  const text = Buffer.isBuffer(body) ? body.toString("latin1") : "";
  const action = new URLSearchParams(text).get("action");
  if (action === "resubscribe") return { do: "resubscribe" };
  if (action === "unsubscribe") return { do: "unsubscribe", way: "page" };
  const isOneClick = /list-unsubscribe"?(?:=|\s+)one-click/i.test(text);
  return isOneClick ? { do: "unsubscribe", way: "one click" } : null;
}
async function answered({ tokens }, request, reply, answer) {
  const ref = deliveryOfToken(tokens, "unsubscribe", request.params.token);
  if (ref === null) return answerUnknown(request, reply);
  try {
    return await answer(ref);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    reply.header("retry-after", String(RETRY_AFTER_SECONDS));
    return answerText(request, reply, 503, "unavailable");
  }
}
function answerState(request, reply, recipient, subscribed) {
  return answerPage(request, reply, 200, (texts) => pageFor(texts, recipient, subscribed));
}
function pageFor({ ask, done, undo, undone, final }, { from, address, isUnsubscribed, mayUndo, isHeldByOther, isFinal }, subscribed) {
  const filled = (text) => text.replace("{address}", () => address).replace("{from}", () => from);
  if (!isUnsubscribed && !(subscribed === "undone" && isHeldByOther)) {
    const { title, text } = subscribed === "ask" ? ask : undone;
    const button = { action: "unsubscribe", label: ask.button, isQuiet: subscribed === "undone" };
    return { title, sentences: [filled(text)], button };
  }
  const more = mayUndo ? [undo.text] : isFinal ? [filled(final)] : [];
  return {
    title: done.title,
    sentences: [filled(done.text), ...more],
    button: mayUndo ? { action: "resubscribe", label: undo.button, isQuiet: true } : null
  };
}
export {
  unsubscribeRoutes
};
//# sourceMappingURL=unsubscribeRoutes.js.map
