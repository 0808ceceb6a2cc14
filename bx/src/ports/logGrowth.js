//# sourceMappingURL=logGrowth.js.map
