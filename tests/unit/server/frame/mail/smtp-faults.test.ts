import { describe, expect, test } from 'vitest';
import { readFault } from '../../../../../src/server/frame/mail/smtp-faults.ts';

/** Returns an error as nodemailer throws it for an answer of the server. */
const refusal = (command: string, response: string) =>
  Object.assign(new Error('refused'), { code: 'EENVELOPE', command, response });

describe('a refused recipient', () => {
  test.each([
    ['550 5.1.1 <bob@mail.example>: Recipient address rejected: User unknown', 'final'],
    ['550 5.1.2 Bad destination system address', 'final'],
    ['501 5.1.3 Bad recipient address syntax', 'final'],
    ['551 5.1.6 Mailbox has moved', 'final'],
    ['556 5.1.10 Recipient domain has null MX', 'final'],
    ['550 5.2.1 The account is disabled', 'final'],
    ['550-5.1.1 The email account does not exist.\n550 5.1.1 See https://help.example/5.7.1', 'final'],
    ['550-Callout to 10.5.7.1 said:\n550 5.1.1 no such user', 'final'],
    [
      '550 5.1.1 <bob@mail.example>: Recipient address rejected: User unknown in relay recipient table',
      'final',
    ],
    ['550 5.1.2 relay lookup: host unknown', 'final'],
    ['550 #5.1.1 No such user', 'final'],
    ['550 sorry, no mailbox here by that name. (#5.1.1)', 'final'],
    ['550 <spam@relay.example>: no such mailbox', 'likely-final'],
    ['550 Requested action not taken: mailbox unavailable', 'likely-final'],
    ['550 Unrouteable address', 'likely-final'],

    ['554 5.7.1 <bob@mail.example>: Relay access denied', 'perhaps-ours'],
    ['550 relay not permitted', 'perhaps-ours'],
    ['550 5.7.1 Relaying denied', 'perhaps-ours'],
    ['530 5.7.0 Authentication Required', 'perhaps-ours'],
    ['530 Must issue a STARTTLS command first', 'perhaps-ours'],
    ['553 5.1.8 Sender address rejected', 'perhaps-ours'],
    ['553 5.1.7 The sender is not valid', 'perhaps-ours'],
    ['550 5.4.5 Daily sending quota exceeded', 'perhaps-ours'],
    ['550 You have reached your daily email sending limit', 'perhaps-ours'],
    ['421 4.7.0 Try again later, closing connection', 'perhaps-ours'],

    ['550 Too many messages', 'later'],
    ['550 Mailbox temporarily unavailable', 'later'],
    ['550 #5.1.0 Address rejected.', 'later'],
    ['550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents it', 'later'],
    ['550 5.2.1 The user you are trying to contact is receiving mail too quickly', 'later'],
    ['550 5.7.1 Blocked, see https://block.example', 'later'],
    ['550 Sender verify failed', 'later'],
    ['550 Access denied', 'later'],
    ['550 Your address is blacklisted', 'later'],
    ['550 Mailbox is full', 'later'],
    ['552 5.2.2 Mailbox full', 'later'],
    ['550 5.2.2 Over quota', 'later'],
    ['550-5.7.1 Policy.\n550 5.1.1 Unknown user', 'later'],
    ['550 5.0.0 Rejected', 'later'],
    ['554 No thanks', 'later'],
    ['551 User not local; please try another path', 'later'],
    ['553 Mailbox name not allowed', 'later'],
    ['450 4.1.1 User unknown in local table, yet', 'later'],
    ['451 4.7.1 Greylisted', 'later'],
    ['452 4.2.2 Mailbox full', 'later'],
    ['450 5.1.1 A code of another class', 'later'],
  ])('%s: %s', (response, meaning) => {
    expect(readFault(refusal('RCPT TO', response), true)).toBe(meaning);
  });
});

describe('a refused sender or text is never about the mailbox', () => {
  test.each([
    ['MAIL FROM', '550 5.1.1 Unknown user', 'ours'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 'ours'],
    ['MAIL FROM', '553 5.1.8 Domain of sender does not resolve', 'ours'],
    ['MAIL FROM', '451 4.3.0 Try again', 'ours'],
    ['MAIL FROM', '552 5.3.4 Message too big', 'later'],
    ['DATA', '550 5.1.1 Unknown user', 'later'],
    ['DATA', '550 No such mailbox', 'later'],
    ['DATA', '554 5.6.0 Content refused', 'later'],
    ['DATA', '552 5.7.0 This message was blocked because of its content', 'later'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'perhaps-ours'],
    ['DATA', '550 5.7.60 Client does not have permissions to send as this sender', 'perhaps-ours'],
    ['DATA', '550 The kithbook.example domain is not verified', 'perhaps-ours'],
  ])('%s: %s: %s', (command, response, meaning) => {
    expect(readFault(refusal(command, response), true)).toBe(meaning);
  });
});

describe('a fault of the connection', () => {
  const fault = (fields: object) => Object.assign(new Error('Timeout'), fields);

  test.each([
    { code: 'EDNS', command: 'CONN' },
    { code: 'ESOCKET', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'ETLS', command: 'STARTTLS', response: '502 Not implemented' },
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 Wrong password' },
    { code: 'EPROTOCOL', command: 'CONN', response: '554 No service' },
    { code: 'EPROTOCOL', command: 'EHLO', response: '550 Go away' },
  ])('before the login is ours: %j', (fields) => {
    expect(readFault(fault(fields), false)).toBe('ours');
  });

  test('within a mail is later, because the server may have accepted it', () => {
    for (const code of ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'])
      expect(readFault(fault({ code, command: 'CONN' }), true)).toBe('later');
  });

  test('between two mails is ours, because the server has not seen the second', () => {
    expect(readFault(fault({ code: 'ECONNECTION' }), true)).toBe('ours');
  });

  test('that nodemailer did not report is later, so that one mail stops no others', () => {
    expect(readFault(new TypeError('a bug'), false)).toBe('later');
  });
});
