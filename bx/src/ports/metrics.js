//# sourceMappingURL=metrics.js.map
