/**
 * Reports in the forms of the servers, gateways and services that are in use, each in own words: known from their sources,
 * from what libraries that read bounces are tested with, and from public threads about them. Names and addresses are made up.
 */

/** What becomes of the recipient's delivery; `nothing`: an answer that changes nothing; `kept`: for the operator. */
export type Means = 'Permanent' | 'Transient' | 'MailboxFull' | 'delayed' | 'nothing' | 'kept';

export interface ReportForm {
  readonly of: string;
  /** The recipient that the signed address names. */
  readonly recipient: string;
  readonly means: Means;
  readonly mail: string;
  /** Words that the diagnosis has. */
  readonly says?: string;
}

const BOB = 'bob@b.example';

interface Plain {
  readonly from?: string;
  readonly subject?: string;
  readonly header?: string;
}

/** A mail of one text. */
const text = (
  body: string,
  {
    from = 'Mail Delivery System <mailer-daemon@mx.b.example>',
    subject = 'Returned mail',
    header = '',
  }: Plain = {},
) =>
  `From: ${from}\nSubject: ${subject}\n${header}${/content-type/i.test(header) ? '' : 'Content-Type: text/plain; charset=utf-8\n'}\n${body}\n`;

/** A report of parts: a text, a delivery status, and what more is given. */
const report = (words: string, status: string, more = '', type = 'delivery-status') =>
  text(
    `--=_r\nContent-Type: text/plain; charset=utf-8\n\n${words}\n\n--=_r\nContent-Type: message/${type}\n\nReporting-MTA: dns; mx.b.example\n\n${status}\n\n${more}--=_r--`,
    {
      header:
        'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=_r"\n',
    },
  );

const html = (body: string, from: string, subject: string) =>
  text(body, { from, subject, header: 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n' });

const form = (of: string, means: Means, mail: string, recipient = BOB, says?: string): ReportForm => ({
  ...{ of, recipient, means, mail },
  ...(says !== undefined && { says }),
});

const QMAIL = `Hi. This is the qmail-send program at q.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<zoe@c.example>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 No such user
Giving up on 192.0.2.1.

<bob@b.example>:
192.0.2.2 failed after I sent the message.
Remote host said: 552 5.2.2 Mailbox full

--- Below this line is a copy of the message.

Subject: Your account has been suspended

550 5.1.1 bob@b.example: user unknown`;

const POSTFIX = `This is the mail system at host out.b.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

                   The mail system

<zoe@c.example>: host mx.c.example[192.0.2.1] said: 550 5.1.1 <zoe@c.example>:
    Recipient address rejected: User unknown in virtual mailbox table (in reply
    to RCPT TO command)

<bob@b.example>: host mx.b.example[192.0.2.2] said: 452 4.2.2 <bob@b.example>:
    Mailbox full (in reply to RCPT TO command)`;

const EXIM = `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  zoe@c.example
    mailbox is full: retry timeout exceeded
  bob@b.example
    host mx.b.example [192.0.2.2]
    SMTP error from remote mail server after RCPT TO:<bob@b.example>:
    550 5.1.1 No such user here

------ This is a copy of the message, including all the headers. ------

Return-path: <shop@a.example>
Subject: The mailbox is full`;

const SENDMAIL = `The original message was received at Fri, 27 Nov 2026 12:00:00 GMT
from localhost [127.0.0.1]

   ----- The following addresses had permanent fatal errors -----
<zoe@c.example>
    (reason: 552 5.2.2 Mailbox full)
<bob@b.example>
    (reason: 550 5.1.1 <bob@b.example>... User unknown)

   ----- Transcript of session follows -----
... while talking to mx.c.example.:
>>> DATA
<<< 552 5.2.2 Mailbox full
554 5.0.0 <zoe@c.example>... Service unavailable
... while talking to mx.b.example.:
>>> RCPT To:<bob@b.example>
<<< 550 5.1.1 <bob@b.example>... User unknown
550 5.1.1 <bob@b.example>... User unknown`;

const SENDMAIL_5 = `   ----- Transcript of session follows -----
While talking to mx.b.example:
>>> MAIL From:<shop@a.example>
<<< 501 <shop@a.example>... no access for this server
554 <tom@b.example>... Remote protocol error
550 <una@d.example>... 550 Host unknown
While talking to mx.c.example:
>>> RCPT To:<vic@c.example>
<<< 550 <vic@c.example>... User unknown
550 <vic@c.example>... User unknown
While talking to mx.e.example:
>>> RCPT To:<wim@e.example>
<<< 450 <wim@e.example>... Try again
<<< 250 2.0.0 Reset

   ----- Unsent message follows -----
Subject: User unknown`;

const EXCHANGE_5 = (reason: string) => `Your message

  To:      zoe@c.example; bob@b.example
  Subject: The mailbox is full
  Sent:    Fri, 27 Nov 2026 11:00:00 -0000

did not reach the following recipient(s):

zoe@c.example on Fri, 27 Nov 2026 12:00:00 -0000
    The recipient's mailbox is full
    MSEXCH:IMS:B:SITE:SERVER 0 (000B09B6)
bob@b.example on Fri, 27 Nov 2026 12:00:00 -0000
    ${reason}
    The MTS-ID of the original message is: c=us;a= ;p=b;l=SERVER-1`;

const OFFICE = (
  reason: string,
) => `<!DOCTYPE html><html><head><style>.x{font: 550 5.1.1 "user unknown"}</style></head><body>
<p>Your message to <a href="mailto:bob@b.example">bob@b.example</a> couldn&#39;t be delivered.</p>
<table><tr><td>shop</td><td>Office 365</td><td>bob</td></tr><tr><td>Action Required</td><td></td><td>Recipient</td></tr></table>
<p>${reason}</p>
<h2>Original Message Details</h2>
<table><tr><td>Created Date:</td><td>11/27/2026 12:00:00 PM</td></tr>
<tr><td>Sender Address:</td><td>shop@a.example</td></tr>
<tr><td>Recipient Address:</td><td>bob@b.example</td></tr>
<tr><td>Subject:</td>
<td>Your mailbox was disabled</td></tr></table>
<h2>Error Details</h2>
<table><tr><td>Reported error:</td><td>${reason}</td></tr></table>
<h2>Original Message Headers</h2><pre>Received: from x by y; mailbox unavailable</pre></body></html>`;

/** Reports of one recipient, or of several of which each has words of its own. */
const OF_SERVERS: readonly ReportForm[] = [
  form('qmail, the last of two', 'MailboxFull', text(QMAIL), BOB, 'Mailbox full'),
  form('qmail, the first of two', 'Permanent', text(QMAIL), 'zoe@c.example', 'No such user'),
  form('qmail, another recipient than those named', 'Transient', text(QMAIL), 'eve@d.example'),
  form('Postfix as text, the last of two', 'MailboxFull', text(POSTFIX)),
  form(
    'Postfix as text, the first of two',
    'Permanent',
    text(POSTFIX),
    'zoe@c.example',
    'virtual mailbox table',
  ),
  form('Exim, two without an empty line between them', 'Permanent', text(EXIM), BOB, '550 5.1.1'),
  form('Exim, the other one of them', 'MailboxFull', text(EXIM), 'zoe@c.example'),
  form(
    'Exim with the recipients in its header',
    'Permanent',
    text(EXIM, { header: 'X-Failed-Recipients: zoe@c.example,\n  bob@b.example\n' }),
  ),
  form(
    'Exim, of the address to which the recipient forwards',
    'Transient',
    text(
      EXIM.replace(
        '  bob@b.example\n',
        '  rob@e.example\n    (ultimately generated from bob@b.example)\n',
      ).replace('RCPT TO:<bob@b.example>', 'RCPT TO:<rob@e.example>'),
    ),
  ),
  form('sendmail, by the reason below the address', 'Permanent', text(SENDMAIL), BOB, 'User unknown'),
  form('sendmail, the other one', 'MailboxFull', text(SENDMAIL), 'zoe@c.example'),
  form(
    'sendmail, one that was refused at MAIL FROM, and another that is unknown',
    'Transient',
    text(`   ----- Transcript of session follows -----
While talking to mx.b.example:
>>> MAIL From:<shop@a.example>
<<< 553 5.1.8 <shop@a.example>... Domain of sender address does not exist
501 <bob@b.example>... Data format error
While talking to mx.c.example:
>>> RCPT To:<zoe@c.example>
<<< 550 5.1.1 <zoe@c.example>... User unknown
550 <zoe@c.example>... User unknown

   ----- Unsent message follows -----
Subject: 550 5.1.1 bob@b.example user unknown`),
  ),
  ...(
    [
      ['tom@b.example', 'Transient'],
      ['una@d.example', 'Permanent'],
      ['vic@c.example', 'Permanent'],
      ['wim@e.example', 'Transient'],
    ] as const
  ).map(([recipient, means]) => form(`sendmail, ${recipient} of four`, means, text(SENDMAIL_5), recipient)),
  form(
    'sendmail, the second server knows it not',
    'Permanent',
    text(`   ----- Transcript of session follows -----
... while talking to mx1.b.example.:
<<< 421 4.3.2 Too busy
... while talking to mx2.b.example.:
>>> RCPT To:<bob@b.example>
<<< 550 5.1.1 No such user here
550 5.1.1 bob@b.example... User unknown`),
  ),
  form(
    'Exchange 5.5, the last of two',
    'Permanent',
    text(EXCHANGE_5('Unknown Recipient')),
    BOB,
    'Unknown Recipient',
  ),
  form(
    'Exchange 5.5, the first of two',
    'MailboxFull',
    text(EXCHANGE_5('Unknown Recipient')),
    'zoe@c.example',
  ),
  form(
    'Exchange 5.5, for a reason that has nothing to do with the subject',
    'Transient',
    text(EXCHANGE_5('A communications failure').replace(/zoe@c[^\n]*\n {4}[^\n]*\n[^\n]*\n/, '')),
    BOB,
    'communications failure',
  ),
  form(
    'Exchange 2003',
    'Permanent',
    text(`Your message did not reach some or all of the intended recipients.

      Subject:\tMailbox full
      Sent:\t27.11.2026 12:00

The following recipient(s) could not be reached:

      bob@b.example on 27.11.2026 12:01
            The e-mail account does not exist at the organization this message was sent to.
            <mx.b.example #5.1.1 smtp;550 5.1.1 User unknown>`),
  ),
  form(
    'Exchange 2007, with a copy of the header',
    'MailboxFull',
    text(`Delivery has failed to these recipients or distribution lists:

bob@b.example<mailto:bob@b.example>
The recipient's mailbox is full and can't accept messages now. Exchange will not try to redeliver this message for you.

Diagnostic information for administrators:

Generating server: b.example

bob@b.example
#550 5.2.2 STOREDRV.Deliver: mailbox full. ##rfc822;bob@b.example

Original message headers:

Received: from a.example (192.0.2.1)
Subject: User unknown`),
  ),
  form(
    'Exchange in German, where a delay was written of in the subject',
    'Permanent',
    text(
      `Fehler bei der Zustellung an folgende Empfänger oder Verteilerlisten:

bob@b.example
Die eingegebene E-Mail-Adresse konnte nicht gefunden werden.

Diagnoseinformationen für Administratoren:

bob@b.example
#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##`,
      {
        from: 'Microsoft Outlook <MicrosoftExchange329e71@b.example>',
        subject: 'Unzustellbar: Order delayed',
      },
    ),
  ),
  form(
    'Exchange in French, without a reason that is known',
    'Transient',
    text(`Échec de la remise pour ces destinataires ou groupes :

bob@b.example`),
    BOB,
    'bob@b.example',
  ),
  form(
    'Office 365, html alone',
    'Permanent',
    html(
      OFFICE(
        '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient bob@b.example not found by SMTP address lookup',
      ),
      'Microsoft Outlook <MicrosoftExchange329e71@b.example>',
      'Undeliverable: Your mailbox was disabled',
    ),
    BOB,
    'RecipientNotFound',
  ),
  form(
    'Office 365, html alone, for the size',
    'Transient',
    html(
      OFFICE('550 5.3.4 ROUTING.SizeLimit; message size exceeds fixed maximum size for route'),
      'postmaster@b.example',
      'Undeliverable: Your mailbox was disabled',
    ),
  ),
  form(
    'Gmail, with an address for help',
    'Permanent',
    text(`Delivery to the following recipient failed permanently:

     bob@b.example

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the recipient domain b.example by mx.b.example. [192.0.2.1].

The error that the other server returned was:
550 5.1.1 <bob@b.example>: Recipient address rejected: User unknown

----- Original message -----

Subject: mailbox full`),
  ),
  form(
    'Gmail, that tries again',
    'delayed',
    text(
      `This is an automatically generated Delivery Status Notification

THIS IS A WARNING MESSAGE ONLY.

YOU DO NOT NEED TO RESEND YOUR MESSAGE.

Delivery to the following recipient has been delayed:

     bob@b.example

Message will be retried for 2 more day(s)`,
      { subject: 'Delivery Status Notification (Delay)' },
    ),
  ),
  form(
    'Domino',
    'Permanent',
    text(`Your message

  Subject: Mailbox is full

was not delivered to:

  bob@b.example

because:

  User bob (bob@b.example) not listed in Domino Directory`),
  ),
  form(
    'GroupWise, of two in one list',
    'Permanent',
    text(`The message that you sent was undeliverable to the following:
\tzoe@c.example (mailbox is full)
\tbob@b.example (user not found)

Possibly truncated original message follows:

Subject: Hello`),
  ),
  form(
    'GroupWise, the other one',
    'MailboxFull',
    text(`The message that you sent was undeliverable to the following:
\tzoe@c.example (mailbox is full)
\tbob@b.example (user not found)`),
    'zoe@c.example',
  ),
  form(
    'MailEnable',
    'Permanent',
    text(`Message could not be delivered to some recipients.
The following recipient(s) could not be reached:

\tRecipient: [SMTP:bob@b.example]
\tReason: Remote SMTP Server Returned: 550 5.1.1 User unknown

Message headers follow:

Received: from a.example
Subject: mailbox full`),
  ),
  form(
    'IMail, that says nothing but the reason',
    'MailboxFull',
    text(
      `User mailbox is full: bob@b.example


Original message follows.

Received: from a.example
Subject: unknown user: bob@b.example`,
      { subject: 'Undeliverable Mail', from: 'Postmaster <postmaster@b.example>' },
    ),
  ),
  form(
    'MDaemon, with its transcript',
    'Permanent',
    text(`The attached message had PERMANENT fatal delivery errors!

After one or more unsuccessful delivery attempts the attached message has been removed from the mail queue.

Failed address: bob@b.example

--- Session Transcript ---
 Fri 2026-11-27 12:00:00: Parsing message <xxxx>
 Fri 2026-11-27 12:00:00: *  From: shop@a.example
 Fri 2026-11-27 12:00:00: *  To: bob@b.example
 Fri 2026-11-27 12:00:00: *  Subject: Your mailbox is full
 Fri 2026-11-27 12:00:01: --> MAIL From:<shop@a.example>
 Fri 2026-11-27 12:00:01: <-- 250 OK
 Fri 2026-11-27 12:00:01: --> RCPT To:<bob@b.example>
 Fri 2026-11-27 12:00:01: <-- 550 5.1.1 No such user here
 Fri 2026-11-27 12:00:01: --> QUIT
--- End Transcript ---`),
  ),
  form(
    'hMailServer',
    'Permanent',
    text(`Your message did not reach some or all of the intended recipients.

   Sent: Fri, 27 Nov 2026 12:00:00 +0000
   Subject: Mailbox full

The following recipient(s) could not be reached:

bob@b.example
   Error Type: SMTP
   Remote server (192.0.2.2) issued an error.
   hMailServer sent: RCPT TO:<bob@b.example>
   Remote server replied: 550 5.1.1 Unknown user


hMailServer`),
  ),
  form(
    'Courier',
    'Permanent',
    text(`This is a delivery status notification from mx.a.example,
running the Courier mail server, version 0.65.2.

The original message was received on Fri, 27 Nov 2026 12:00:00 +0000
from localhost (localhost [127.0.0.1])

---------------------------------------------------------------------------

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<bob@b.example>:
    mx.b.example [192.0.2.2]:
>>> RCPT TO:<bob@b.example>
<<< 550 5.1.1 <bob@b.example>... User Unknown

---------------------------------------------------------------------------`),
  ),
  form(
    'OpenSMTPD',
    'Permanent',
    text(`    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

bob@b.example: 550 5.1.1 <bob@b.example>: User unknown
zoe@c.example: 552 5.2.2 Mailbox full

    Below is a copy of the original message:

Subject: Hello`),
  ),
  form(
    'OpenSMTPD, that tries again',
    'delayed',
    text(`    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

    A message is delayed for more than 4 hours for the following
    list of recipients:

bob@b.example: Network error on destination MXs

    Please note that this is a temporary failure report. The message is kept in the queue and delivery
    attempts will continue.`),
  ),
  form(
    'Yahoo',
    'Permanent',
    text(`Sorry, we were unable to deliver your message to the following address.

<bob@b.example>:
Remote host said: 550 5.1.1 User unknown [RCPT_TO]

--- Below this line is a copy of the message.

Subject: mailbox full`),
  ),
  form(
    'SurfControl',
    'Permanent',
    text(`Your message could not be sent.
A transcript of the attempts to send the message follows.
The number of attempts made: 1
Addressed To: bob@b.example

Fri 27 Nov 2026 12:00:00 +0000
Failed to send to identified host,
bob@b.example: [192.0.2.2], 550 5.1.1 bob@b.example... No such user
--- Message non-deliverable.`),
  ),
  form(
    'MIMEsweeper, with the header before and the address after the reason',
    'Permanent',
    text(`Your message:
   From:    shop@a.example
   To:      team@c.example
   Subject: Mailbox full
Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
    bob@b.example
`),
  ),
  form(
    'InterScan',
    'Permanent',
    text(`Your message could not be delivered to some recipients.
Sent >>> RCPT TO:<bob@b.example>
Received <<< 550 5.1.1 <bob@b.example>... User unknown`),
  ),
  form(
    'Sun Messaging Server, with the header first',
    'Permanent',
    text(`This report relates to a message you sent with the following header fields:

  Return-path: <shop@a.example>
  Received: from a.example by b.example (mailbox full)
   (Messaging Server) with ESMTP id <0@b.example>; mailbox full
  Message-id: <1@a.example>
  Date: Fri, 27 Nov 2026 12:00:00 +0000
  From: Shop <shop@a.example>
  To: team@c.example
  Subject: Your mailbox
   is full

Your message cannot be delivered to the following recipients:

  Recipient address: @smtp.b.example:bob@b.example
  Reason: Remote SMTP server has rejected address
  Diagnostic code: smtp;550 5.1.1 User unknown`),
  ),
  form(
    'James of a phone company, with the recipient after the reason and without brackets',
    'Permanent',
    text(
      `Error: Invalid user address

Error message below:
550 - Requested action not taken: no such user here

Message details:
  Subject: Mailbox full
  MAIL FROM: shop@a.example
  RCPT TO: bob@b.example
  From: shop@a.example`,
      { from: 'post_master@b.example' },
    ),
  ),
  form(
    'au',
    'Permanent',
    text(`Each of the following recipients was rejected by a remote mail server.
The reasons given by the server are included to help you determine why
each recipient was rejected.

    Recipient: <zoe@c.example>
    Reason:    <zoe@c.example>: 552 5.2.2 Mailbox full

    Recipient: <bob@b.example>
    Reason:    <bob@b.example>... User unknown
`),
  ),
  form(
    'm-FILTER in Japanese',
    'Transient',
    text(`以下のメールアドレスへの送信に失敗しました。
bob@b.example

-------original message
Subject: user unknown`),
  ),
  form(
    '1&1, for the size',
    'Transient',
    text(`A message that you sent could not be delivered to one or more of
its recipients. This is a permanent error.

The following address failed:

bob@b.example

For the following reason:

Mail size limit exceeded. For explanation visit
http://postmaster.isp.example/error-messages

--- The header of the original message is following. ---

Received: from a.example
Subject: User unknown`),
  ),
  form(
    'Zoho, with the subject in quotation marks',
    'Transient',
    text(`Your message "Your account has been suspended" could not be delivered to bob@b.example.

Reason: a rule of the receiver.`),
  ),
  form(
    'a gateway that names the subject in its sentence',
    'Transient',
    text(`Your message with the subject User unknown: 550 5.1.1 could not be delivered to bob@b.example.`),
  ),
  form(
    'a list of two and one reason for both: of neither it is certain',
    'Transient',
    text(`The following addresses failed:

  <zoe@c.example>
  <bob@b.example>

550 5.1.1 User unknown`),
  ),
  form(
    'the reason before the address, in its paragraph',
    'Permanent',
    text(`The message was not delivered.

No such user here
Recipient: bob@b.example

Mailbox is full
Recipient: zoe@c.example`),
  ),
  form(
    'no reason, and one in the paragraph of another',
    'Transient',
    text(`The message was not delivered.

Recipient: bob@b.example

No such user here
Recipient: zoe@c.example`),
  ),
  ...(
    [
      ['with a colon', 'Mailbox full:\n\n  zoe@c.example\n\nUser unknown:\n\n  bob@b.example'],
      ['with a colon, in one paragraph', 'Mailbox full:\nzoe@c.example\nUser unknown:\nbob@b.example'],
      ['less deep than the names', 'Mailbox full\n  zoe@c.example\nUser unknown\n  bob@b.example'],
    ] as const
  ).map(([how, words]) =>
    form(
      `reasons as headings ${how}: the second one is not of the first address`,
      'Transient',
      text(`These were not delivered.\n\n${words}`),
      'zoe@c.example',
    ),
  ),
  form(
    'Postfix, of the address to which the recipient forwards',
    'Transient',
    text(`<rob@e.example> (expanded from
    <bob@b.example>): host mx.e.example[192.0.2.3] said: 550 5.1.1
    <rob@e.example>: User unknown (in reply to RCPT TO command)

<zoe@c.example>: host mx.c.example[192.0.2.1] said: 552 5.2.2 Mailbox full`),
  ),
  form(
    'a table of recipients',
    'Permanent',
    text(`Not delivered to:

Recipient                Status
zoe@c.example            552 5.2.2 Mailbox full
bob@b.example            550 5.1.1 User unknown`),
  ),
  form(
    'sendmail of the nineties',
    'Permanent',
    text(`   ----- The following addresses have delivery notifications -----
<zoe@c.example>  (unrecoverable error)
<bob@b.example>  (unrecoverable error)

   ----- Transcript of session follows -----
552 <zoe@c.example>... Mailbox full
550 <bob@b.example>... User unknown

   ----- Original message follows -----
Subject: Hello`),
  ),
  form(
    'words in two forms, of which the second begins with a sentence for all',
    'Transient',
    text(
      `--=_a\nContent-Type: text/plain\n\nNot delivered to:\n\nbob@b.example\n\n--=_a\nContent-Type: text/html\n\n<p>One of these users is unknown or full.</p><p>zoe@c.example</p>\n--=_a--`,
      { header: 'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="=_a"\n' },
    ),
  ),
  form(
    'a list in To alone, and a display name where the recipient stands',
    'Permanent',
    text(`Your message

  To:      team@c.example
  Subject: News

did not reach the following recipient(s):

Bob on Fri, 27 Nov 2026 12:00:00 +0000
    Unknown Recipient`),
  ),
];

const STATUS = (fields: string) =>
  `${fields}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown`;

/** Ways to write the recipient in a delivery status. */
const OF_ADDRESSES: readonly ReportForm[] = (
  [
    ['of type utf-8', 'utf-8; bob@bücher.example', 'bob@xn--bcher-kva.example'],
    [
      'with an A-label, where the message had the letters',
      'rfc822; bob@xn--bcher-kva.example',
      'bob@bücher.example',
    ],
    ['of type utf-8 with embedded code points', String.raw`utf-8; b\x{F6}b@b.example`, 'böb@b.example'],
    ['with a comment', 'rfc822; bob@b.example (Bob (the builder))', BOB],
    ['with a name', 'rfc822; "Bob, the builder" <bob@b.example>', BOB],
    ['quoted', 'rfc822; "bob"@b.example', BOB],
    ['with its type twice', 'rfc822;rfc822;bob@b.example', BOB],
    ['with SMTP:', 'X400; SMTP:bob@b.example', BOB],
    ['of X.400', 'x400; /C=US/A= /P=ORG/DDA:RFC-822=bob(a)b.example', BOB],
    ['by a route', 'rfc822; <@mx.b.example:bob@b.example>', BOB],
    ['in another letter case', 'RFC822; BOB@B.EXAMPLE', BOB],
    ['with an apostrophe', "rfc822; o'bob@b.example", "o'bob@b.example"],
    ['which is a host', 'rfc822; @mx.b.example', BOB],
  ] as const
).map(([of, field, recipient]) =>
  form(`an address ${of}`, 'Permanent', report('x', STATUS(`Final-Recipient: ${field}`)), recipient),
);

const STATUS_OF = (address: string, status = '5.0.0') =>
  `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: ${status}`;
const INNER = `From: Mail Delivery System <mailer-daemon@b.example>
Subject: Undelivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="in"

--in
Content-Type: text/plain

550 5.1.1 unknown

--in
Content-Type: message/delivery-status

Reporting-MTA: dns; b.example

${STATUS('Final-Recipient: rfc822; bob@b.example')}

--in--`;
const REPORT_TYPE = 'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status';

/** Reports whose parts are not as the standards have them. */
const OF_PARTS: readonly ReportForm[] = [
  form(
    'two groups without words of their own, and a line for each',
    'MailboxFull',
    report(
      'zoe@c.example: 550 5.1.1 User unknown\nbob@b.example: 552 5.2.2 Mailbox full',
      `${STATUS_OF('zoe@c.example')}\n\n${STATUS_OF(BOB)}`,
    ),
  ),
  form(
    'two groups, and words for no one',
    'Transient',
    report('550 5.1.1 User unknown', `${STATUS_OF('zoe@c.example')}\n\n${STATUS_OF(BOB)}`),
  ),
  form(
    "the reply in the gateway's own field",
    'Permanent',
    report(
      'The mail could not be delivered.',
      `${STATUS_OF(BOB)}\nX-Display-Name: 552 Mailbox full\nX-Supplementary-Info: <mx.b.example #5.0.0 smtp;550 5.1.1 User\n unknown>`,
    ),
    BOB,
    'User unknown',
  ),
  form(
    'a status without any group',
    'Permanent',
    report('bob@b.example: there is no such user here', 'Arrival-Date: Fri, 27 Nov 2026 12:00:00 +0000'),
  ),
  form(
    'another boundary in the body than in the header, and encoded parts',
    'Permanent',
    text(
      `--other\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${Buffer.from(
        `Reporting-MTA: dns; b.example\n\n${STATUS('Final-Recipient: rfc822; bob@b.example')}\n`,
      ).toString('base64')}\n--other--`,
      { header: `${REPORT_TYPE}; boundary="own"\n` },
    ),
  ),
  form(
    'no boundary in the body',
    'Permanent',
    text(
      `This could not be delivered.\n\n${STATUS_OF('zoe@c.example', '5.2.2')}\n\n${STATUS_OF(BOB, '5.1.1')}`,
      { header: `${REPORT_TYPE}; boundary="own"\n` },
    ),
  ),
  form(
    'no boundary in the header, and words alone',
    'Permanent',
    text('The following addresses had permanent fatal errors\n<bob@b.example>\n\n550 5.1.1 User unknown', {
      header: `${REPORT_TYPE}\n`,
    }),
  ),
  form(
    'a report in a report',
    'Permanent',
    text(
      `--=_w\nContent-Type: message/rfc822\n\n${INNER}\n\n--=_w\nContent-Type: text/plain\n\nThis mail was scanned for viruses and is confidential.\n--=_w--`,
      {
        header:
          'MIME-Version: 1.0\nContent-Type: multipart/mixed; report-type=delivery-status; boundary="=_w"\n',
      },
    ),
  ),
  form(
    'a report that returns a mail which is a report',
    'MailboxFull',
    text(
      `--=_w\nContent-Type: text/plain\n\n<bob@b.example>: 552 5.2.2 Mailbox full\n\n--=_w\nContent-Type: message/rfc822\n\n${INNER}\n--=_w--`,
      {
        header:
          'MIME-Version: 1.0\nContent-Type: multipart/mixed; report-type=delivery-status; boundary="=_w"\n',
      },
    ),
  ),
  form(
    'a report with its status, that returns a mail which is a report',
    'MailboxFull',
    report(
      'The mail could not be delivered.',
      `${STATUS_OF(BOB, '5.2.2')}\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full`,
      `--=_r\nContent-Type: message/rfc822\n\n${INNER}\n\n`,
    ),
  ),
  form(
    'a status with encoded words',
    'MailboxFull',
    report(
      'x',
      `${STATUS_OF(BOB)}\nDiagnostic-Code: smtp; =?iso-2022-jp?B?${Buffer.from('552 5.2.2 Mailbox full').toString('base64')}?=`,
    ),
    BOB,
    '552 5.2.2 Mailbox full',
  ),
  form(
    'a status in ISO-2022-JP',
    'Permanent',
    report(
      'x',
      `${STATUS_OF(BOB, '5.1.1')}\nDiagnostic-Code: smtp; 550 5.1.1 \u001b$B08@h$,$"$j$^$;$s\u001b(B`,
    ),
    BOB,
    '宛先がありません',
  ),
  form(
    'the words in a file',
    'Permanent',
    text(
      '--=_r\nContent-Type: text/plain; name="report.txt"\nContent-Disposition: attachment; filename="report.txt"\n\nbob@b.example: 550 5.1.1 User unknown\n--=_r--',
      { header: 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="=_r"\n' },
    ),
  ),
];

/** What servers write above the copy of the message, whose words are the customer's. */
const COPIES = [
  '--- Below this line is a copy of the message.',
  '------ This is a copy of the message, including all the headers. ------',
  '   ----- Original message follows -----',
  '   ----- Unsent message follows -----',
  '----- Original message -----',
  'Original message headers:',
  '    Below is a copy of the original message:',
  'Message headers follow:',
  'Possibly truncated original message follows:',
  '--- The header of the original message is following. ---',
  '-------original message',
  'Ursprüngliche Nachricht:',
  'Return-Path: <shop@a.example>',
  'Received: from a.example by b.example',
  'Content-Type: message/rfc822',
  '> Hello,',
];

/** Failures without a reason, and what is no failure. */
const OF_LITTLE: readonly ReportForm[] = [
  ...COPIES.map((line) =>
    form(
      `words of the customer below: ${line}`,
      'Transient',
      text(
        `Your message to bob@b.example could not be delivered.\n\n${line}\n\n550 5.1.1 bob@b.example: user unknown`,
      ),
    ),
  ),
  form(
    'two failed by the header, and one reason for no one',
    'Transient',
    text('550 5.1.1 User unknown', { header: 'X-Failed-Recipients: bob@b.example, zoe@c.example\n' }),
  ),
  ...[
    'Delivery to the following recipient failed permanently:\n\n     bob@b.example',
    'Your message could not be delivered.',
    'Die Nachricht an bob@b.example konnte nicht zugestellt werden.',
    "Votre message n'a pas pu être remis à bob@b.example.",
    'No se ha podido entregar su mensaje a bob@b.example.',
    'Non è stato possibile recapitare il messaggio a bob@b.example.',
    'Não foi possível entregar a sua mensagem a bob@b.example.',
    'Uw bericht aan bob@b.example kon niet worden bezorgd.',
    'Wiadomość do bob@b.example nie została dostarczona.',
    'メールを配信できませんでした: bob@b.example',
  ].map((words) =>
    form(
      `a failure and no more: ${words.slice(0, 40)}`,
      'Transient',
      text(words, { subject: 'x' }),
      BOB,
      words.slice(-12),
    ),
  ),
  form(
    'a delay that says first that it could not be delivered',
    'delayed',
    text(`Your message with Subject: News
could not be delivered to the following recipients:

bob@b.example

Please do not resend your message.
Delivery attempts will continue to be made for 5 day(s).`),
  ),
  ...[
    'The attempts to deliver it will continue for 2 days.',
    'We will keep trying until the message is 5 days old.',
    'Delivery will be attempted again.',
    'The server will continue to try.',
    'Die Zustellung wird weiter versucht.',
  ].map((words) =>
    form(
      `a delay: ${words}`,
      'delayed',
      text(`Your message to bob@b.example could not be delivered yet. ${words}`),
    ),
  ),
  ...[
    'It will not be retried.',
    'No further attempts will be made.',
    'The server will not keep trying.',
    'We do not continue to try.',
  ].map((words) =>
    form(
      `no delay: ${words}`,
      'Transient',
      text(`Your message to bob@b.example could not be delivered. ${words}`),
    ),
  ),
  form(
    "a gateway's failure that is marked as an answer",
    'Transient',
    text('Your message to bob@b.example could not be delivered.', {
      from: 'gateway@mx.b.example',
      subject: 'Delivery failure notification',
      header: 'Auto-Submitted: auto-replied\n',
    }),
  ),
  form(
    'an absence note in answer to a message about a failure',
    'nothing',
    text('I am away.', {
      from: 'Bob <bob@b.example>',
      subject: 'Re: The delivery of your parcel failed',
      header: 'Auto-Submitted: auto-replied\n',
    }),
  ),
  form(
    'sender and recipient in one sentence',
    'Permanent',
    text('The message from <shop@a.example> to <bob@b.example> was not delivered: 550 5.1.1 User unknown'),
  ),
  form(
    'a failure whose subject is of a delay',
    'Transient',
    text('Your message to bob@b.example could not be delivered.', {
      subject: 'Undeliverable: Your order is delayed',
    }),
  ),
  form(
    'a failure after which it is not tried again',
    'Permanent',
    text('<bob@b.example>: 550 5.1.1 User unknown. The message was delayed before, and will not be retried.'),
  ),
  form(
    'a receipt',
    'nothing',
    report(
      'Your message to bob@b.example was deleted without being read. The mailbox does not exist any more: 550 5.1.1',
      'Final-Recipient: rfc822; bob@b.example\nDisposition: automatic-action/MDN-sent-automatically; deleted',
      '',
      'disposition-notification',
    ).replace('delivery-status;', 'disposition-notification;'),
  ),
  form(
    'a receipt that says so in its parts alone',
    'nothing',
    report(
      'Not delivered to bob@b.example: user unknown',
      'Disposition: manual-action/MDN-sent-manually; displayed',
      '',
      'disposition-notification',
    ).replace(' report-type=delivery-status;', ''),
  ),
  form(
    'an absence note without a sender',
    'nothing',
    text('I have left the company. My account 550 5.1.1 does not exist any more.', {
      from: 'Bob <bob@b.example>',
      subject: 'Re: Hello',
      header: 'Auto-Submitted: auto-replied\n',
    }),
  ),
  form(
    'an absence note without a sender and without a mark',
    'kept',
    text('I no longer work here, this address is no longer valid. Write to zoe@b.example.', {
      from: 'Bob <bob@b.example>',
      subject: 'Thank you',
    }),
  ),
  form(
    'an absence note of a mailbox that is full',
    'nothing',
    text('My mailbox is full. I am back on Monday.', {
      from: 'Bob <bob@b.example>',
      subject: 'Automatisch antwoord: Hello',
    }),
  ),
];

export const reportForms: readonly ReportForm[] = [...OF_SERVERS, ...OF_ADDRESSES, ...OF_PARTS, ...OF_LITTLE];
