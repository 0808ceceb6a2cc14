// test/adapters/http/failureReason.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { AttemptFailed } from "../../../src/adapters/http/attempt.js";
import { attemptFailed } from "../../../src/adapters/http/failureReason.js";
var test = suite("why a post failed");
var coded = (code) => Object.assign(new Error("quotes what a peer said"), { code });
test("each stage has its reasons", () => {
  const cases = [
    ["connecting", "ECONNREFUSED", "refused"],
    ["connecting", "EHOSTUNREACH", "connect"],
    ["connecting", "ENETUNREACH", "connect"],
    ["connecting", "ETIMEDOUT", "timeout"],
    ["connecting", "ECONNRESET", "reset"],
    ["handshake", "ECONNRESET", "reset"],
    ["handshake", "CERT_HAS_EXPIRED", "tls"],
    ["handshake", "ERR_SSL_WRONG_VERSION_NUMBER", "tls"],
    ["exchange", "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tls"],
    ["exchange", "ECONNRESET", "reset"],
    ["exchange", "EPIPE", "reset"],
    ["exchange", "UND_ERR_SOCKET", "reset"],
    ["exchange", "UND_ERR_DESTROYED", "reset"],
    ["exchange", "HPE_INVALID_CONSTANT", "protocol"],
    ["exchange", "UND_ERR_HEADERS_OVERFLOW", "protocol"]
  ];
  for (const [stage, code, reason] of cases)
    assert.is(attemptFailed(stage, coded(code)).reason, reason, `${stage} ${code}`);
});
test("of several addresses only a reason that fits all of them is reported", () => {
  const both = (...codes) => attemptFailed("connecting", new AggregateError(codes.map(coded)));
  assert.is(both("ECONNREFUSED", "ECONNREFUSED").reason, "refused");
  assert.is(both("ETIMEDOUT", "ETIMEDOUT").reason, "timeout");
  assert.is(both("ECONNREFUSED", "ETIMEDOUT").reason, "connect");
  assert.is(both("ECONNREFUSED", "ETIMEDOUT").detail, "ECONNREFUSED ETIMEDOUT");
});
test("a classified error does not change, and the peer is never quoted", () => {
  const classed = new AttemptFailed("address_refused", "not a public address");
  assert.is(attemptFailed("exchange", classed), classed);
  assert.is(attemptFailed("exchange", coded("X")).detail, "X");
  assert.is(attemptFailed("exchange", new TypeError("said")).detail, "TypeError");
});
test.run();
//# sourceMappingURL=failureReason.test.js.map
