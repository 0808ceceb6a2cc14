//# sourceMappingURL=opened.js.map
