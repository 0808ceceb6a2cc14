// src/commands/workspace/newSenderKeys.ts
var SELECTOR_BYTES = 4;
var senderKeyContext = (workspace, domain, selector) => `dkim ${workspace} ${domain} ${selector}`;
async function newSenderKeys({ ids, secrets, signingKeys }, workspace, domain) {
  const name = `pl-${ids.randomBytes(SELECTOR_BYTES).toString("hex")}`;
  const make = async (algorithm, selector) => {
    const { publicKey, privateKey } = await signingKeys.generate(algorithm);
    const sealedPrivateKey = secrets.seal(privateKey, senderKeyContext(workspace, domain, selector));
    return { selector, algorithm, publicKey, sealedPrivateKey };
  };
  return Promise.all([make("rsa-sha256", `${name}-rsa`), make("ed25519-sha256", `${name}-ed`)]);
}
export {
  newSenderKeys,
  senderKeyContext
};
//# sourceMappingURL=newSenderKeys.js.map
