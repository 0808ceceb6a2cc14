// test/adapters/smpp/link.test.ts
import { PDU, Session } from "smpp";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { systemClock } from "../../../src/adapters/node/systemClock.js";
import { boundLink } from "../../../src/adapters/smpp/boundLink.js";
import { LinkLost, openLink } from "../../../src/adapters/smpp/link.js";
import { smppAddress } from "../../../src/adapters/smpp/smppAddress.js";
import { rejection } from "../../contract/eventStore/events.js";
import { eventually } from "../../e2e/eventually.js";
import { noMetrics, quietLog } from "../../support/quietLog.js";
import { seededIds } from "../../support/seededIds.js";
import { smppPeer } from "./smppPeer.js";
var test = suite("a link to the carrier");
test("keeps nothing of a request whose answer is missing", async () => {
  const peer = await smppPeer();
  peer.answer = ({ command }) => command === "submit_sm" ? null : { status: 0 };
  const { send } = Session.prototype;
  const sessions = /* @__PURE__ */ new Set();
  Session.prototype.send = function(pdu, onAnswer) {
    if (pdu.command === "submit_sm") sessions.add(this);
    return send.call(this, pdu, onAnswer);
  };
  let isShort = false;
  const clock = {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(isShort ? 1 : ms, signal)
  };
  const link = await openLink(smppAddress(peer.url), clock, () => {
  }, new AbortController().signal);
  isShort = true;
  assert.instance(await rejection(link.request("submit_sm", { short_message: "x" })), LinkLost);
  const [session] = sessions;
  assert.equal(Object.keys(session?._callbacks ?? {}), []);
  assert.is(sessions.size, 1);
  Session.prototype.send = send;
  link.destroy();
  await peer.close();
});
test("requests that are not served are answered, so that the carrier does not wait for them", async () => {
  const peer = await smppPeer();
  const link = await openLink(smppAddress(peer.url), systemClock, () => {
  }, new AbortController().signal);
  const [session] = peer.sessions;
  const answers = [];
  session?.on("pdu", (pdu) => answers.push(`${pdu.command} ${pdu.command_status}`));
  session?.send(new PDU("data_sm", { source_addr: "491", destination_addr: "4930" }));
  for (const commandId of [66048, 2147549696]) {
    const bytes = new PDU("enquire_link").toBuffer();
    bytes.writeUInt32BE(commandId, 4);
    session?.socket.write(bytes);
  }
  session?.send(new PDU("enquire_link"));
  await eventually("the last is answered", async () => answers.includes("enquire_link_resp 0"));
  assert.equal(answers, ["data_sm_resp 3", "generic_nack 3", "enquire_link_resp 0"]);
  link.destroy();
  await peer.close();
});
test("until the first bind the carrier counts as not bound", async () => {
  const peer = await smppPeer();
  peer.answer = () => ({ status: 14 });
  const bound = [];
  const metrics = { ...noMetrics, gauge: (_, value) => bound.push(value) };
  const carrier = boundLink(
    smppAddress(peer.url),
    { clock: systemClock, ids: seededIds(), log: quietLog, metrics },
    () => {
    }
  );
  assert.equal(bound, [], "a process that sends no text messages says nothing");
  carrier.start();
  await eventually("the bind is refused", async () => peer.binds.length > 0);
  assert.equal(bound, [0]);
  await carrier.close();
  await peer.close();
});
test.run();
//# sourceMappingURL=link.test.js.map
