//# sourceMappingURL=deliveryReport.js.map
