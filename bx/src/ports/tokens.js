//# sourceMappingURL=tokens.js.map
