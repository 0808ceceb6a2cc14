//# sourceMappingURL=rule.js.map
