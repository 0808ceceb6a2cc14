//# sourceMappingURL=routes.js.map
