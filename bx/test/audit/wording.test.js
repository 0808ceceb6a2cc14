// test/audit/wording.test.ts
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { wordingOf } from "../../src/audit/wording.js";
var test = suite("what an event says to people");
var recipient = "ada@example.org";
var NEXT = "2026-01-01T00:01:00.000Z";
var HASH = "ab".repeat(32);
var server = { host: "mx.example.org", address: "192.0.2.1", tls: "TLSv1.3" };
var handover = { server, sender: "b-1@example.com", dkim: ["k1._domainkey.example.com"], sha256: HASH };
var SENTENCES = [
  [
    "DeliveryDelayed",
    { recipient, attempt: 2, cause: "unanswered", nextAttemptAt: NEXT },
    `${recipient}: attempt 2: answer unknown, sent again; next at ${NEXT}`
  ],
  [
    "DeliveryDelayed",
    { recipient, attempt: 2, cause: "deferred", diagnosticCode: "451 4.2.0 later", nextAttemptAt: NEXT },
    `${recipient}: attempt 2 deferred; 451 4.2.0 later; next at ${NEXT}`
  ],
  [
    "SmsFailed",
    { attempt: 1, unanswered: true, detail: "no answer", nextAttemptAt: NEXT },
    `attempt 1: answer unknown, sent again; next at ${NEXT}`
  ],
  [
    "SmsFailed",
    { attempt: 7, unanswered: true, detail: "no answer", nextAttemptAt: null },
    "attempt 7 failed; no answer"
  ],
  [
    "Delivered",
    { recipient, response: "250 ok", handover },
    `${recipient}: delivered; 250 ok; to mx.example.org [192.0.2.1], TLSv1.3; from b-1@example.com; signed by k1._domainkey.example.com; SHA-256 ${HASH}`
  ],
  [
    "Submitted",
    { recipient, response: "250 ok", handover: { ...handover, server: { ...server, tls: null }, dkim: [] } },
    `${recipient}: handed over; 250 ok; to mx.example.org [192.0.2.1], not encrypted; from b-1@example.com; not signed; SHA-256 ${HASH}`
  ],
  [
    "Bounced",
    {
      ...{
        recipient,
        bounceType: "Permanent",
        bounceSubType: "NoEmail",
        diagnosticCode: "550 5.1.1 no user"
      },
      ...{ source: "smtp", proof: "signed address", reportedAt: NEXT, about: "eve@example.net" }
    },
    `${recipient}: bounced, Permanent (NoEmail); 550 5.1.1 no user; the address is suppressed; reported by smtp, signed address; dated ${NEXT}; about eve@example.net`
  ],
  [
    "Opened",
    { recipient, automated: true, automatedBy: "prefetch", agent: "scanner" },
    `${recipient}: opened; by a program (it says that it prefetches), not counted; user agent: scanner`
  ],
  [
    "Unsubscribed",
    { recipient, way: "one click", sandbox: false },
    `${recipient}: unsubscribed by one click; the address is suppressed`
  ]
];
for (const [type, data, says] of SENTENCES)
  test(`${type} says '${says}'`, () => {
    assert.is(wordingOf({ type, data }), says);
  });
test.run();
//# sourceMappingURL=wording.test.js.map
