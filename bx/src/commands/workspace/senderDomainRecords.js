// src/commands/workspace/senderDomainRecords.ts
import { domainAndParents } from "./senderDomainName.js";
function senderDomainRecords({ domain, keys }, returnPath) {
  const plain = { type: "TXT", selector: null };
  const spfAt = returnPath ?? domain;
  const mx = { type: "MX", value: "10 THE-HOST-OF-POSTLEDGER.", selector: null };
  const back = returnPath === null ? [] : [{ purpose: "return path", name: returnPath, ...mx }];
  return [
    ...keys.map((key) => dkimRecord(domain, key)),
    ...back,
    { ...plain, purpose: "spf", name: spfAt, value: "v=spf1 a:THE-HOST-THAT-SENDS ~all" },
    { ...plain, purpose: "dmarc", name: `_dmarc.${domain}`, value: "v=DMARC1; p=none" }
  ];
}
function dkimRecord(domain, { selector, algorithm, publicKey }) {
  const k = algorithm === "rsa-sha256" ? "rsa" : "ed25519";
  const value = `v=DKIM1; k=${k}; p=${publicKey}`;
  return { purpose: "dkim", name: `${selector}._domainkey.${domain}`, type: "TXT", value, selector };
}
async function checkedRecords(dns, domain, returnPath) {
  const records = senderDomainRecords(domain, returnPath);
  const checked = await Promise.all(records.map((record) => checkedRecord(dns, domain.domain, record)));
  const published = new Set(publishedSelectors(checked));
  const isReplaced = ({ selector }) => {
    const at = domain.keys.findIndex((key) => key.selector === selector);
    const newer = domain.keys.slice(at + 1);
    return newer.some((key) => key.algorithm === domain.keys[at]?.algorithm && published.has(key.selector));
  };
  return checked.map(
    (record) => record.selector !== null && isReplaced(record) ? { ...record, isNeeded: false } : record
  );
}
function publishedSelectors(checked) {
  return checked.flatMap(({ selector, state }) => selector !== null && state === "there" ? [selector] : []);
}
async function checkedRecord(dns, domain, given) {
  const record = { ...given, isNeeded: true };
  const { purpose, name, value } = record;
  if (purpose === "return path") {
    const found = await dns.mx(name);
    return { ...record, found, state: found.length > 0 ? "there" : "missing" };
  }
  if (purpose === "dkim") {
    const found = await dns.txt(name);
    const isThere = found.some((text) => tag(text, "p") === tag(value, "p"));
    return { ...record, found, state: isThere ? "there" : found.length === 0 ? "missing" : "different" };
  }
  if (purpose === "spf") {
    const found = (await dns.txt(name)).filter((text) => /^v=spf1( |$)/i.test(text));
    const state = found.length === 1 ? "there" : found.length === 0 ? "missing" : "different";
    return { ...record, found, state };
  }
  for (const above of domainAndParents(domain)) {
    const found = (await dns.txt(`_dmarc.${above}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
    if (found.length > 0) return { ...record, found, state: found.length === 1 ? "there" : "different" };
  }
  return { ...record, found: [], state: "missing" };
}
function tag(text, name) {
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).replace(/\s/g, "");
  }
  return null;
}
export {
  checkedRecords,
  publishedSelectors,
  senderDomainRecords
};
//# sourceMappingURL=senderDomainRecords.js.map
