// test/mail/bounceCorpus.ts
var X = "bob@b.example";
var corpus = [
  ["Exim", "550 Administrative prohibition", "Transient General"],
  ["Exim", "550 Callout verification failed", "Transient General"],
  ["Exim", "550-Callback setup failed while verifying <me@a.example>", "Transient General"],
  [
    "Exim",
    "550-Verification failed for <me@a.example> 550-Unrouteable address 550 Sender verify failed",
    "Transient General"
  ],
  ["any server", "550 Access denied", "Transient General"],
  ["any server", "550 Go away", "Transient General"],
  ["any server", "554 administratively prohibited", "Transient General"],
  [
    "Gmail",
    `550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550-5.1.1 unnecessary spaces. For more information, go to 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1-20020a si - gsmtp`,
    "Permanent NoEmail"
  ],
  [
    "Gmail",
    "550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser x-gsmtp",
    "Permanent General"
  ],
  [
    "Gmail",
    "550-5.2.1 The user you are trying to contact is receiving mail at a rate that 550-5.2.1 prevents additional messages from being delivered. 550 5.2.1 https://support.google.com/mail/?p=ReceivingRatePerm",
    "Transient General"
  ],
  [
    "Gmail",
    "552-5.2.2 The email account that you tried to reach is over quota. Please direct 552-5.2.2 the recipient to 552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
    "Transient MailboxFull"
  ],
  [
    "Gmail",
    `452-4.2.2 The recipient's inbox is out of storage space. Please direct the 452-4.2.2 recipient to 452 4.2.2 https://support.google.com/mail/?p=OverQuotaTemp`,
    "Transient MailboxFull"
  ],
  [
    "Gmail",
    "550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.",
    "Transient ContentRejected"
  ],
  [
    "Gmail",
    "550-5.7.26 Unauthenticated email from a.example is not accepted due to domain's DMARC policy.",
    "Transient General"
  ],
  [
    "Gmail",
    "552-5.7.0 This message was blocked because its content presents a potential security issue. Please visit https://support.google.com/mail/?p=BlockedMessage",
    "Transient AttachmentRejected"
  ],
  [
    "Gmail",
    "552-5.2.3 Your message exceeded Google's message size limits. Please visit https://support.google.com/mail/?p=MaxSizeError",
    "Transient MessageTooLarge"
  ],
  [
    "Gmail",
    "421-4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.",
    "Transient ContentRejected"
  ],
  [
    "Gmail",
    "550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852",
    "Transient General"
  ],
  [
    "Outlook.com",
    "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM7EUR03FT010.eop-EUR03.prod.protection.outlook.com]",
    "Permanent NoEmail"
  ],
  ["Outlook.com", "550 5.5.0 Requested action not taken: mailbox unavailable", "Permanent NoEmail"],
  [
    "Outlook.com",
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    "Transient ContentRejected"
  ],
  [
    "Outlook.com",
    "552 5.2.2 Requested mail action aborted: exceeded storage allocation",
    "Transient MailboxFull"
  ],
  [
    "Outlook.com",
    "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded; Failed to process message due to a permanent exception",
    "Transient MailboxFull"
  ],
  [
    "Outlook.com",
    "550 SC-001 (BAY004-MC1F1) Unfortunately, messages from 192.0.2.1 weren't sent. Mail rejected by Outlook.com for policy reasons.",
    "Transient ContentRejected"
  ],
  [
    "Outlook.com",
    "421 RP-001 (SNT004-MC1F47) Unfortunately, some messages from 192.0.2.1 weren't sent. The mail server IP connecting to Outlook.com server has exceeded the rate limit allowed.",
    "Transient General"
  ],
  [
    "Microsoft 365",
    `550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${X} not found by SMTP address lookup`,
    "Permanent NoEmail"
  ],
  [
    "Microsoft 365",
    `550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR03FT044.eop-EUR03.prod.protection.outlook.com]`,
    "Permanent NoEmail"
  ],
  ["Microsoft 365", `550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found`, "Permanent NoEmail"],
  [
    "Microsoft 365",
    "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed because the sender was not authenticated when sending to this group",
    "Transient General"
  ],
  [
    "Microsoft 365",
    "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
    "Transient ContentRejected"
  ],
  [
    "Microsoft 365",
    "550 5.7.509 Access denied, sending domain a.example does not pass DMARC verification and has a DMARC policy of reject.",
    "Transient ContentRejected"
  ],
  ["Microsoft 365", "550 5.1.8 Access denied, bad outbound sender. AS(42004)", "Transient General"],
  [
    "Microsoft 365",
    "550 5.4.310 DNS domain b.example does not exist [Message=InfoDomainNonexistent] [LastAttemptedServerName=b.example]",
    "Permanent General"
  ],
  ["Microsoft 365", "550 5.4.300 Message expired -> 451 4.4.0 DNS query failed", "Transient General"],
  ["Microsoft 365", "554 5.4.14 Hop count exceeded - possible mail loop ATTR34", "Transient General"],
  [
    "Microsoft 365",
    "550 5.7.23 The message was rejected because of Sender Policy Framework violation -> 550 5.7.1 SPF unauthorized mail is prohibited.",
    "Transient ContentRejected"
  ],
  ["Exchange", "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found", "Permanent NoEmail"],
  ["Exchange", "550 5.7.1 Unable to relay", "Transient General"],
  [
    "Exchange",
    "550 5.2.2 RESOLVER.RST.RecipSizeLimit; message too large for this recipient",
    "Transient MailboxFull"
  ],
  [
    "Exchange",
    "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient",
    "Transient MessageTooLarge"
  ],
  [
    "Exchange",
    "554 5.6.0 STOREDRV.Deliver.Exception:ConversionFailedException; Failed to process message due to a permanent exception with message Content conversion",
    "Transient General"
  ],
  ["Exchange", "550 4.4.7 QUEUE.Expired; message expired", "Transient General"],
  ["Exchange", "550 5.4.4 SMTPSEND.DNS.NonExistentDomain; nonexistent domain", "Permanent General"],
  ["Exchange", "550 5.7.1 RESOLVER.RST.AuthRequired; authentication required", "Transient General"],
  ["Exchange", "550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized", "Transient General"],
  [
    "Yahoo",
    `554 delivery error: dd This user doesn't have a yahoo.com account (${X}) [0] - mta1234.mail.bf1.yahoo.com`,
    "Permanent NoEmail"
  ],
  [
    "Yahoo",
    `554 30 Sorry, your message to ${X} cannot be delivered. This mailbox is disabled (554.30).`,
    "Permanent General"
  ],
  ["Yahoo", `552 1 Requested mail action aborted, mailbox not found`, "Permanent NoEmail"],
  [
    "Yahoo",
    `554 delivery error: dd Sorry, your message to ${X} cannot be delivered. This account is over quota. - mta4111.mail.bf1.yahoo.com`,
    "Transient MailboxFull"
  ],
  [
    "Yahoo",
    "553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed. See https://postmaster.yahooinc.com/error-codes",
    "Transient General"
  ],
  [
    "Yahoo",
    "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1",
    "Transient General"
  ],
  [
    "Yahoo",
    "554 5.7.9 Message not accepted for policy reasons. See https://postmaster.yahooinc.com/error-codes",
    "Transient ContentRejected"
  ],
  [
    "Yahoo",
    "554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.yahooinc.com/error-codes",
    "Transient ContentRejected"
  ],
  ["AOL", "550 5.1.1 <bob@aol.com>: Recipient address rejected: aol.com", "Permanent NoEmail"],
  ["AOL", "521 5.2.1 :  AOL will not accept delivery of this message.", "Transient General"],
  ["AOL", "554 5.7.1 : (CON:B1) https://postmaster.aol.com/error-codes#554conb1", "Transient General"],
  ["iCloud", "550 5.1.1 <bob@icloud.com>: user does not exist", "Permanent NoEmail"],
  ["iCloud", "550 5.1.6 recipient no longer on server: bob@me.com", "Permanent NoEmail"],
  ["iCloud", "552 5.2.2 <bob@icloud.com>: user is over quota", "Transient MailboxFull"],
  [
    "iCloud",
    "550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137",
    "Transient ContentRejected"
  ],
  [
    "iCloud",
    "554 5.7.1 [HM08] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137",
    "Transient ContentRejected"
  ],
  ["GMX", "550 Requested action not taken: mailbox unavailable", "Permanent NoEmail"],
  [
    "GMX",
    "550-Requested action not taken: mailbox unavailable 550-Reject due to policy restrictions. 550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=hi",
    "Transient ContentRejected"
  ],
  [
    "web.de",
    "554-Transaction failed 554-Reject due to policy restrictions. 554 For explanation visit https://postmaster.web.de/en/error-messages?ip=192.0.2.1&c=sp",
    "Transient ContentRejected"
  ],
  [
    "web.de",
    "552-Requested mail action aborted: exceeded storage allocation 552-Quota exceeded. The recipients mailbox is full.",
    "Transient MailboxFull"
  ],
  ["T-Online", "550 5.1.1 Benutzer existiert nicht / User unknown", "Permanent NoEmail"],
  [
    "T-Online",
    "554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.)",
    "Transient General"
  ],
  [
    "mail.ru",
    "550 Message was not accepted -- invalid mailbox.  Local mailbox bob@mail.ru is unavailable: user not found",
    "Permanent NoEmail"
  ],
  [
    "mail.ru",
    "550 Message was not accepted -- invalid mailbox.  Local mailbox bob@mail.ru is unavailable: account is disabled",
    "Permanent General"
  ],
  [
    "mail.ru",
    "550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc or report details to abuse@corp.mail.ru.",
    "Transient ContentRejected"
  ],
  ["mail.ru", "550 user is over quota", "Transient MailboxFull"],
  ["Yandex", "550 5.7.1 No such user!", "Transient General"],
  ["Yandex", "552 5.2.2 Mailbox size limit exceeded", "Transient MailboxFull"],
  [
    "QQ",
    "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728",
    "Permanent NoEmail"
  ],
  [
    "QQ",
    "550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022",
    "Transient ContentRejected"
  ],
  ["Netease", "550 User not found: bob@163.com", "Permanent NoEmail"],
  [
    "Netease",
    "554 DT:SPM 163 mx1,D8CowAC3 please see http://mail.163.com/help/help_spam_16.htm",
    "Transient ContentRejected"
  ],
  [
    "Orange",
    "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]",
    "Permanent NoEmail"
  ],
  [
    "Free",
    "550 5.1.1 <bob@free.fr>: Recipient address rejected: User unknown in local recipient table",
    "Permanent NoEmail"
  ],
  [
    "Libero",
    "550 RCP-P1 smtp-17.iol.local Recipient not found. Destinatario sconosciuto",
    "Permanent NoEmail"
  ],
  ["Comcast", "550 5.1.1 Not our Customer", "Permanent NoEmail"],
  [
    "Comcast",
    "554 5.7.1 BL000010 Blocked for spam. Please see http://postmaster.comcast.net/smtp-error-codes.php#BL000010",
    "Transient ContentRejected"
  ],
  [
    "Postfix",
    `550 5.1.1 <${X}>: Recipient address rejected: User unknown in virtual mailbox table (in reply to RCPT TO command)`,
    "Permanent NoEmail"
  ],
  ["Postfix", `554 5.7.1 <${X}>: Relay access denied (in reply to RCPT TO command)`, "Transient General"],
  ["Postfix", `550 5.1.8 <me@a.example>: Sender address rejected: Domain not found`, "Transient General"],
  ["Postfix", "552 5.3.4 Message size exceeds fixed limit", "Transient MessageTooLarge"],
  [
    "Postfix",
    "450 4.2.0 <bob@b.example>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/b.example.html",
    "Transient General"
  ],
  [
    "Postfix",
    "Host or domain name not found. Name service error for name=b.example type=AAAA: Host not found",
    "Permanent General"
  ],
  ["Postfix", "connect to mx.b.example[192.0.2.1]:25: Connection timed out", "Transient General"],
  ["Postfix", "Domain b.example does not accept mail (nullMX)", "Permanent General"],
  [
    "Postfix",
    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1",
    "Transient ContentRejected"
  ],
  ["Postfix", "556 5.1.10 Recipient address has null MX", "Permanent NoEmail"],
  ["Dovecot", "552 5.2.2 <bob@b.example> Quota exceeded (mailbox for user is full)", "Transient MailboxFull"],
  ["Exim", "550 Unrouteable address", "Permanent NoEmail"],
  ["Exim", '550 No Such User Here"', "Permanent NoEmail"],
  [
    "Exim",
    "550-Verification failed for <me@a.example> 550-No Such User Here 550 Sender verify failed",
    "Transient General"
  ],
  ["Exim", "550 Blocked by spam filter: high probability of spam", "Transient ContentRejected"],
  ["Exim", "all relevant MX records point to non-existent hosts", "Permanent General"],
  ["Exim", "retry timeout exceeded", "Transient General"],
  ["Exim", "550 relay not permitted", "Transient General"],
  ["Exim", "552 message size exceeds maximum permitted", "Transient MessageTooLarge"],
  ["Sendmail", "550 5.1.1 <bob@b.example>... User unknown", "Permanent NoEmail"],
  [
    "Sendmail",
    "550 5.1.2 <bob@b.example>... Host unknown (Name server: b.example: host not found)",
    "Permanent General"
  ],
  [
    "Sendmail",
    "550 5.7.1 <bob@b.example>... Relaying denied. IP name lookup failed [192.0.2.1]",
    "Transient General"
  ],
  ["Sendmail", "554 5.3.5 Local configuration error", "Transient General"],
  ["Sendmail", "521 5.3.2 System does not accept mail", "Permanent General"],
  ["a host that takes none", "521 5.3.2 mx.b.example does not accept mail", "Permanent General"],
  ["a host that takes none", "521 5.3.2 mx.b.example", "Permanent General"],
  ["qmail", "Sorry, no mailbox here by that name. (#5.1.1)", "Permanent NoEmail"],
  ["qmail", "Sorry, I couldn't find any host named b.example. (#5.1.2)", "Permanent General"],
  ["qmail", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "Transient General"],
  ["qmail", "552 The users mailfolder is over the allowed quota (size). (#5.2.2)", "Transient MailboxFull"],
  ["qmail", "511 sorry, no mailbox here by that name (#5.1.1 - chkuser)", "Permanent NoEmail"],
  ["Zimbra", "550 5.1.1 <bob@b.example>: Recipient address rejected: b.example", "Permanent NoEmail"],
  ["Zimbra", "452 4.2.2 Over quota", "Transient MailboxFull"],
  ["Zimbra", "550 5.2.1 <bob@b.example> mailbox is locked: account is not active", "Permanent General"],
  [
    "Mimecast",
    "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.us123]",
    "Permanent NoEmail"
  ],
  [
    "Mimecast",
    "550 Rejected by header based manually Blocked Senders: me@a.example - https://community.mimecast.com/docs/DOC-1369#550",
    "Transient ContentRejected"
  ],
  [
    "Mimecast",
    "554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554",
    "Transient ContentRejected"
  ],
  [
    "Mimecast",
    "451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451",
    "Transient General"
  ],
  ["Proofpoint", "550 5.1.1 User Unknown", "Permanent NoEmail"],
  [
    "Proofpoint",
    "554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1",
    "Transient ContentRejected"
  ],
  ["Proofpoint", "550 5.7.0 Local Policy Violation", "Transient ContentRejected"],
  [
    "Proofpoint Essentials",
    "550 5.2.0 xyz Message rejected due to content restrictions",
    "Transient ContentRejected"
  ],
  ["Proofpoint Essentials", "550 5.2.0 12345 this message is spam", "Transient ContentRejected"],
  [
    "Barracuda",
    "550 permanent failure for one or more recipients (bob@b.example:550 5.1.1 User unknown)",
    "Permanent NoEmail"
  ],
  [
    "Barracuda",
    "550 permanent failure for one or more recipients (bob@b.example:blocked)",
    "Transient ContentRejected"
  ],
  [
    "Barracuda",
    "554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation; https://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.1",
    "Transient ContentRejected"
  ],
  ["Cisco IronPort", "550 #5.1.0 Address rejected.", "Permanent General"],
  [
    "Cisco IronPort",
    "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    "Transient ContentRejected"
  ],
  ["Trend Micro", "550 5.7.1 Message rejected: attachment blocked by policy", "Transient AttachmentRejected"],
  [
    "ClamAV",
    "550 5.7.1 This message contains a virus (Eicar-Test-Signature)",
    "Transient AttachmentRejected"
  ],
  [
    "a content filter",
    "554 5.6.1 attachments of the type .exe are not allowed",
    "Transient AttachmentRejected"
  ],
  [
    "Amazon SES",
    "550 5.1.1 Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
    "Permanent NoEmail"
  ],
  [
    "Amazon SES",
    "Amazon SES did not send the message to this address because it is on the suppression list for your account.",
    "Permanent Suppressed"
  ],
  ["Amazon WorkMail", "550 5.1.1 Unable to deliver message: mailbox unavailable", "Permanent NoEmail"],
  ["Rackspace", "550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown", "Permanent NoEmail"],
  ["Fastmail", "551 5.7.1 <bob@fastmail.com>: Recipient address rejected", "Transient General"],
  [
    "Zoho",
    "550 5.1.1 <bob@b.example> User does not exist - <https://www.zoho.com/mail/help/errors.html>",
    "Permanent NoEmail"
  ],
  ["Zoho", "554 5.2.3 MailPolicy violation Error delivering to mailboxes", "Transient MessageTooLarge"],
  [
    "ProtonMail",
    "550 5.1.1 <bob@proton.me>: Recipient address rejected: Address does not exist",
    "Permanent NoEmail"
  ],
  [
    "OVH",
    "550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown in relay recipient table",
    "Permanent NoEmail"
  ],
  [
    "KPN",
    "550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using DNSBL",
    "Transient ContentRejected"
  ],
  ["without a word", "550", "Permanent General"],
  ["without a word", "554 ", "Transient General"],
  ["with a comma", "550 5.0.0 something that nobody has said before", "Permanent General"],
  ["nothing", "", "Transient General"]
];
export {
  corpus
};
//# sourceMappingURL=bounceCorpus.js.map
