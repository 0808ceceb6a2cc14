//# sourceMappingURL=signingKeys.js.map
