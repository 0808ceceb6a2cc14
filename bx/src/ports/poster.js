//# sourceMappingURL=poster.js.map
