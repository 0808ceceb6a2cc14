// test/support/countedKeys.ts
function countedKeys() {
  let made = 0;
  return {
    generate: async (algorithm) => {
      made += 1;
      return { publicKey: `public${algorithm}${made}`.replaceAll("-", ""), privateKey: `private ${made}` };
    }
  };
}
export {
  countedKeys
};
//# sourceMappingURL=countedKeys.js.map
