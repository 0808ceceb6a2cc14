//# sourceMappingURL=carrier.js.map
