// src/adapters/smpp/smppCarrier.ts
import { gsmBytes } from "../../events/gsmAlphabet.js";
import { aborted, boundLink } from "./boundLink.js";
import { answerOf, OK, statusText, TEMPORARY_ERROR } from "./commandStatus.js";
import { deliveredOf } from "./delivered.js";
import { LinkLost } from "./link.js";
import { smppAddress } from "./smppAddress.js";
import { throttle } from "./throttle.js";
var SUBMISSION_MS = 24e4;
function smppCarrier(url, dependencies) {
  const { clock, log, metrics } = dependencies;
  const address = smppAddress(url);
  let handlers = null;
  const onDeliver = (pdu, link) => void recordDelivered(pdu, link, handlers, log);
  const bound = boundLink(address, dependencies, onDeliver);
  const ending = new AbortController();
  const flow = throttle(address.window, clock, ending.signal);
  const submitSegment = async (fields, untilMs) => {
    for (; ; ) {
      const submitted = await flow.pass(async () => {
        const link2 = bound.link();
        if (link2 === null) throw new LinkLost("the carrier cannot be reached");
        return { link: link2, answer: await link2.request("submit_sm", fields) };
      }, untilMs);
      if (submitted === null) return { later: "the carrier took too long" };
      const { link, answer } = submitted;
      const { command_status: status } = answer;
      const meaning = answerOf(status);
      if (meaning !== "throttled") flow.speedUp();
      switch (meaning) {
        case "taken":
          return { carrierId: idIn(answer) };
        case "refused":
          return { refused: statusText(status) };
        case "unbound":
          link.destroy();
          return { later: statusText(status) };
        case "later":
          return { later: statusText(status) };
        case "throttled":
          metrics.count("postledger_carrier_throttled_total");
          flow.slowDown();
      }
    }
  };
  return {
    receivesEverywhere: true,
    closedForMs: () => Math.max(bound.closedForMs(), flow.closedForMs()),
    async submit(message, onSegment) {
      bound.start();
      const untilMs = clock.monotonicMs() + SUBMISSION_MS;
      for (let index = message.taken; ; index += 1) {
        const text = message.segments[index];
        if (text === void 0) return { outcome: "failed", detail: `the text has no segment ${index + 1}` };
        const fields = submitFields(message, index, text);
        const taken = await submitSegment(fields, untilMs).catch((error) => {
          if (error instanceof LinkLost) return { later: error.message };
          throw error;
        });
        if ("later" in taken) return { outcome: "deferred", detail: taken.later };
        if ("refused" in taken) return { outcome: "failed", detail: taken.refused };
        if (index + 1 >= message.segments.length) return sent(taken.carrierId);
        await onSegment(taken.carrierId);
      }
    },
    async receive(own, signal) {
      handlers = own;
      bound.start();
      await aborted(signal);
      handlers = null;
    },
    close() {
      ending.abort();
      return bound.close();
    }
  };
}
var sent = (carrierId) => ({ outcome: "sent", carrierId });
function idIn({ message_id }) {
  return typeof message_id === "string" && message_id !== "" ? message_id : null;
}
async function recordDelivered(pdu, link, handlers, log) {
  if (handlers === null) return link.respond(pdu, TEMPORARY_ERROR);
  const delivered = deliveredOf(pdu);
  try {
    if (delivered.is === "message") await handlers.message(delivered.message);
    else if (delivered.is === "receipt") await handlers.receipt(delivered.receipt);
    else log.info({ why: delivered.why }, "a delivery of the carrier was ignored");
    link.respond(pdu, OK);
  } catch (error) {
    log.error({ err: error }, "a delivery of the carrier could not be recorded, it will come again");
    link.respond(pdu, TEMPORARY_ERROR);
  }
}
var INTERNATIONAL = 1;
var ISDN = 1;
var DATA_CODING = { gsm7: 0, ucs2: 8 };
var WITH_HEADER = 64;
var FINAL_RECEIPT = 1;
function submitFields({ from, to, smsId, coding, segments }, index, segment) {
  const text = encoded(segment, coding);
  const isDivided = segments.length > 1;
  return {
    source_addr_ton: INTERNATIONAL,
    source_addr_npi: ISDN,
    source_addr: bare(from),
    dest_addr_ton: INTERNATIONAL,
    dest_addr_npi: ISDN,
    destination_addr: bare(to),
    data_coding: DATA_CODING[coding],
    registered_delivery: FINAL_RECEIPT,
    esm_class: isDivided ? WITH_HEADER : 0,
    short_message: isDivided ? Buffer.concat([header(smsId, index, segments.length), text]) : text
  };
}
var bare = (number) => number.replace(/^\+/, "");
function encoded(text, coding) {
  if (coding === "ucs2") return Buffer.from(text, "utf16le").swap16();
  const bytes = gsmBytes(text);
  if (bytes === null) throw new Error("a segment has a character that its coding lacks");
  return Buffer.from(bytes);
}
function header(smsId, index, of) {
  return Buffer.from([5, 0, 3, Number.parseInt(smsId.slice(-2), 16), of, index + 1]);
}
export {
  SUBMISSION_MS,
  smppCarrier
};
//# sourceMappingURL=smppCarrier.js.map
