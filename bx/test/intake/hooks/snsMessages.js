// test/intake/hooks/snsMessages.ts
import { createSign } from "node:crypto";
import { selfSigned } from "../../support/certificate.js";
var SIGNED = ["Message", "MessageId", "SubscribeURL", "Subject", "Timestamp", "Token", "TopicArn", "Type"];
function amazonSns({
  nowMs = Date.parse("2026-01-01T00:00:00.000Z"),
  certificate = selfSigned(["sns.amazonaws.com"], { fromMs: nowMs - 1e3, toMs: nowMs + 864e5 })
} = {}) {
  const host = "https://sns.eu-west-1.amazonaws.com";
  const certUrl = `${host}/SimpleNotificationService-0123.pem`;
  const confirmUrl = `${host}/?Action=ConfirmSubscription&Token=2336`;
  const fetched = [];
  const fetcher = {
    async get(url) {
      fetched.push(url);
      if (url === certUrl) return { status: 200, body: certificate.cert };
      return url === confirmUrl ? { status: 200, body: "<ok/>" } : { status: 404, body: "" };
    }
  };
  const signed = (fields) => {
    const lines = SIGNED.filter((name) => fields[name] !== void 0).map(
      (name) => `${name}
${fields[name]}
`
    );
    const algorithm = fields.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
    const Signature = createSign(algorithm).update(lines.join("")).sign(certificate.key, "base64");
    return { ...fields, Signature };
  };
  const common = {
    TopicArn: "arn:aws:sns:eu-west-1:1:bounces",
    Timestamp: new Date(nowMs).toISOString(),
    SignatureVersion: "2",
    SigningCertURL: certUrl
  };
  return {
    fetcher,
    fetched,
    signed,
    confirmUrl,
    notification: (event, more = {}) => signed({
      ...common,
      Type: "Notification",
      MessageId: "sns-1",
      Message: typeof event === "string" ? event : JSON.stringify(event),
      ...more
    }),
    confirmation: (more = {}) => signed({
      ...common,
      Type: "SubscriptionConfirmation",
      MessageId: "sns-0",
      Message: "You have chosen to subscribe",
      Token: "2336",
      SubscribeURL: confirmUrl,
      ...more
    })
  };
}
function sesBounce(source, { type = "Permanent", subType = "General", address = "bob@b.example" } = {}) {
  return {
    eventType: "Bounce",
    bounce: {
      bounceType: type,
      bounceSubType: subType,
      bouncedRecipients: [
        {
          emailAddress: address,
          action: "failed",
          status: "5.1.1",
          diagnosticCode: "smtp; 550 5.1.1 user unknown"
        }
      ],
      timestamp: "2026-01-01T00:00:00.000Z",
      feedbackId: "f1"
    },
    mail: { source, messageId: "0102", destination: [address] }
  };
}
export {
  amazonSns,
  sesBounce
};
//# sourceMappingURL=snsMessages.js.map
