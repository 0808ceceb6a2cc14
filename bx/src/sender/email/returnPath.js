// src/sender/email/returnPath.ts
import { deliveryLocalPart, messageLocalPart } from "../../commands/email/deliveryToken.js";
import { headerMailbox } from "./mime.js";
function returnPath(tokens, bounceDomain) {
  const messageIdOf = (emailId) => messageLocalPart(tokens, emailId);
  if (bounceDomain === void 0) {
    return {
      messageIdOf,
      reportsComeBack: false,
      senderOf: (_, { from }) => {
        const { address } = headerMailbox(from);
        return () => address;
      }
    };
  }
  return {
    messageIdOf,
    reportsComeBack: true,
    senderOf: (emailId, accepted) => {
      const refOf = deliveryRefs(emailId, accepted);
      return (recipient) => `${deliveryLocalPart(tokens, refOf(recipient))}@${bounceDomain}`;
    }
  };
}
function deliveryRefs(emailId, { recipients }) {
  const places = new Map(recipients.map(({ deliveryId }, place) => [deliveryId, place]));
  return ({ deliveryId }) => {
    const recipient = places.get(deliveryId);
    if (recipient === void 0) throw new Error(`the message ${emailId} has no delivery ${deliveryId}`);
    return { emailId, recipient };
  };
}
export {
  deliveryRefs,
  returnPath
};
//# sourceMappingURL=returnPath.js.map
