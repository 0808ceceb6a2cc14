//# sourceMappingURL=unmatchedMail.js.map
