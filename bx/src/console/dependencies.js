//# sourceMappingURL=dependencies.js.map
