//# sourceMappingURL=scheduledDelivery.js.map
