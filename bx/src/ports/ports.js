//# sourceMappingURL=ports.js.map
