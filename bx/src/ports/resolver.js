//# sourceMappingURL=resolver.js.map
