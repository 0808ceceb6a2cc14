// src/sender/sendGrants.ts
function sendGrants(pace, workspace, limitsOf, permit) {
  const asked = [];
  let hasOwn = permit !== null;
  let retryAfterMs = 0;
  return {
    get retryAfterMs() {
      return retryAfterMs;
    },
    async upTo(wanted) {
      const left = (hasOwn ? 1 : 0) + asked.reduce((sum, grant2) => sum + grant2.left, 0);
      if (wanted <= left) return wanted;
      const grant = await pace.take(workspace, await limitsOf(workspace), wanted - left);
      const { granted, window } = grant;
      retryAfterMs = granted < wanted - left ? grant.retryAfterMs : 0;
      if (granted > 0) asked.push({ window, left: granted });
      return left + granted;
    },
    spend() {
      if (hasOwn) {
        hasOwn = false;
        return permit?.use();
      }
      const grant = asked.find(({ left }) => left > 0);
      if (grant !== void 0) grant.left--;
    },
    async settle() {
      const unused = asked.splice(0).filter(({ left }) => left > 0);
      const own = hasOwn ? [permit?.giveBack()] : [];
      hasOwn = false;
      await Promise.all([
        ...own,
        ...unused.map(({ window, left }) => pace.giveBack(workspace, window, left))
      ]);
    }
  };
}
export {
  sendGrants
};
//# sourceMappingURL=sendGrants.js.map
