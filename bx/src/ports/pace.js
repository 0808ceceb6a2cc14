//# sourceMappingURL=pace.js.map
