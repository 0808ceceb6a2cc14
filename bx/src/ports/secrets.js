//# sourceMappingURL=secrets.js.map
