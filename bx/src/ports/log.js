//# sourceMappingURL=log.js.map
