//# sourceMappingURL=worker.js.map
