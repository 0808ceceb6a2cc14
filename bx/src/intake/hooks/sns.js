// src/intake/hooks/sns.ts
import { createVerify, X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import { textAt, valueAt } from "./fields.js";
var SnsForged = class extends Error {
  name = "SnsForged";
};
var SnsUnreachable = class extends Error {
  name = "SnsUnreachable";
};
var SIGNED = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type"
  ],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
};
var ALGORITHMS = { "1": "RSA-SHA1", "2": "RSA-SHA256" };
var REGION = "[a-z]{2,4}(-[a-z]+){1,3}-[0-9]";
var HOST = new RegExp(`^sns\\.${REGION}\\.amazonaws\\.(com(\\.cn)?|eu)$`);
var SUBJECT = new RegExp(`^sns(-signing)?([.-]${REGION})?\\.amazonaws\\.(com(\\.cn)?|eu)$`);
var MAX_AGE_MS = 36e5;
var FETCH = { timeoutMs: 1e4, maxBytes: 65536 };
var MAX_CERTIFICATES = 20;
function snsVerifier(fetcher, clock) {
  const certificates = new LRUCache({ max: MAX_CERTIFICATES });
  const certificateAt = async (url) => {
    const known = certificates.get(url);
    if (known !== void 0) return known;
    const certificate = certificateIn(await bodyAt(fetcher, url));
    certificates.set(url, certificate);
    return certificate;
  };
  return {
    async verify(body) {
      const type = textAt(body, "Type");
      const algorithm = ALGORITHMS[textAt(body, "SignatureVersion")];
      const url = textAt(body, "SigningCertURL");
      const signed = Object.hasOwn(SIGNED, type) ? signedText(SIGNED[type] ?? [], body) : null;
      if (signed === null || algorithm === void 0) throw new SnsForged("it is no message of SNS");
      if (!isAmazons(url) || !new URL(url).pathname.endsWith(".pem"))
        throw new SnsForged("its certificate is not at an address of SNS");
      const verify = createVerify(algorithm).update(signed, "utf8");
      const certificate = await certificateAt(url);
      checkCertificate(certificate, clock.nowMs());
      if (!verify.verify(certificate.publicKey, textAt(body, "Signature"), "base64"))
        throw new SnsForged("its signature does not fit");
      if (!(clock.nowMs() - Date.parse(textAt(body, "Timestamp")) <= MAX_AGE_MS))
        throw new SnsForged("it is older than an hour");
      const topicArn = textAt(body, "TopicArn");
      return {
        type,
        messageId: textAt(body, "MessageId"),
        topicArn,
        account: accountOf(topicArn),
        message: textAt(body, "Message"),
        subscribeUrl: textAt(body, "SubscribeURL")
      };
    },
    async confirm({ subscribeUrl }) {
      if (!isAmazons(subscribeUrl)) throw new SnsForged("its confirmation is not at an address of SNS");
      await bodyAt(fetcher, subscribeUrl);
    }
  };
}
async function bodyAt(fetcher, url) {
  const { status, body } = await fetcher.get(url, FETCH).catch((error) => {
    throw new SnsUnreachable("Amazon SNS could not be reached", { cause: error });
  });
  if (status !== 200) throw new SnsUnreachable(`Amazon SNS answered ${status}`);
  return body;
}
function signedText(names, body) {
  const lines = [];
  for (const name of names) {
    const value = valueAt(body, name);
    if (name === "Subject" && (value === void 0 || value === null)) continue;
    if (typeof value !== "string") return null;
    lines.push(`${name}
${value}
`);
  }
  return lines.join("");
}
function isAmazons(text) {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  return protocol === "https:" && port === "" && username === "" && password === "" && HOST.test(hostname);
}
function checkCertificate(certificate, nowMs) {
  const { validFrom, validTo, subject, subjectAltName = "" } = certificate;
  if (nowMs < Date.parse(validFrom) || nowMs > Date.parse(validTo))
    throw new SnsForged("its certificate is not valid at this time");
  const names = [...`${subject}
${subjectAltName}`.matchAll(/(?:^CN=|\bDNS:)([^,\s]+)/gm)];
  if (!names.some(([, name = ""]) => SUBJECT.test(name)))
    throw new SnsForged("its certificate is not one of SNS");
}
function accountOf(topicArn) {
  const [, account] = /^arn:[a-z-]+:sns:[a-z0-9-]+:(\d+):[^:]+$/.exec(topicArn) ?? [];
  if (account === void 0) throw new SnsForged("it names no topic of SNS");
  return account;
}
function certificateIn(pem) {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new SnsForged("its certificate address does not lead to a certificate");
  }
}
export {
  SnsForged,
  SnsUnreachable,
  snsVerifier
};
//# sourceMappingURL=sns.js.map
