//# sourceMappingURL=hints.js.map
