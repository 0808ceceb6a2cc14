//# sourceMappingURL=messages.js.map
