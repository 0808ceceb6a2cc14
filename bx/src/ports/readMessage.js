//# sourceMappingURL=readMessage.js.map
