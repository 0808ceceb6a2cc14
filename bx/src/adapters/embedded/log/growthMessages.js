// src/adapters/embedded/log/growthMessages.ts
function growthMessages(reader, file) {
  let ledger = null;
  let isReading = false;
  const ledgerNow = () => {
    if (ledger !== null || isReading) return ledger;
    isReading = true;
    reader.storedLeaves(0, 1).then(
      ({ leaves }) => {
        const [first] = leaves;
        ledger = first === void 0 ? null : `${file} ${first.hash}`;
      },
      () => {
      }
    ).finally(() => {
      isReading = false;
    });
    return null;
  };
  ledgerNow();
  return {
    write: (writes) => JSON.stringify({ ledger: ledgerNow(), writes }),
    /** None where the message is about another ledger. */
    read(message) {
      const said = JSON.parse(message);
      return said.ledger !== null && said.ledger === ledgerNow() ? said.writes : [];
    }
  };
}
export {
  growthMessages
};
//# sourceMappingURL=growthMessages.js.map
