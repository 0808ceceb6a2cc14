//# sourceMappingURL=ids.js.map
