// test/support/smsKinds.ts
var SMS_KINDS = {
  SmsSent: "sms.sent",
  SmsDelivered: "sms.delivered",
  SmsFailed: "sms.failed",
  SmsReceived: "sms.received"
};
export {
  SMS_KINDS
};
//# sourceMappingURL=smsKinds.js.map
