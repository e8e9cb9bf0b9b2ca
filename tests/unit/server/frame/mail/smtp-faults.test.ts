import { describe, expect, test } from 'vitest';
import { readFault } from '../../../../../src/server/frame/mail/smtp-faults.ts';

/** Returns an error as nodemailer throws it for an answer of the server. */
const refusal = (command: string, response: string) =>
  Object.assign(new Error('refused'), { code: 'EENVELOPE', command, response });

describe('a refused recipient', () => {
  test.each([
    ['550 5.1.1 <bob@mail.example>: Recipient address rejected: User unknown', 'refused'],
    ['550 5.1.2 Bad destination system address', 'refused'],
    ['501 5.1.3 Bad recipient address syntax', 'refused'],
    ['550 5.2.1 The account is disabled', 'refused'],
    ['550-5.1.1 The email account does not exist.\n550 5.1.1 See https://help.example/5.7.1', 'refused'],
    ['550-Callout to 10.5.7.1 said:\n550 5.1.1 no such user', 'refused'],
    ['550 sorry, no mailbox here by that name. (#5.1.1)', 'refused'],
    ['550 <spam@relay.example>: no such mailbox', 'refused-without-code'],
    ['550 Requested action not taken: mailbox unavailable', 'refused-without-code'],

    ['554 5.7.1 <bob@mail.example>: Relay access denied', 'refused-perhaps-all'],
    ['550 relay not permitted', 'refused-perhaps-all'],
    ['530 5.7.0 Authentication Required', 'refused-perhaps-all'],
    ['553 5.1.8 Sender address rejected', 'refused-perhaps-all'],
    ['550 5.4.5 Daily sending quota exceeded', 'refused-perhaps-all'],
    ['550 You have reached your daily email sending limit', 'refused-perhaps-all'],
    ['421 4.7.0 Try again later, closing connection', 'refused-perhaps-all'],
    ['550 Mailbox temporarily unavailable', 'refused-for-now'],
    ['550 #5.1.0 Address rejected.', 'refused-for-now'],
    [
      '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents it',
      'refused-for-now',
    ],
    ['550 5.7.1 Blocked, see https://block.example', 'refused-for-now'],
    ['552 5.2.2 Mailbox full', 'refused-for-now'],
    ['550-5.7.1 Policy.\n550 5.1.1 Unknown user', 'refused-for-now'],
    ['554 No thanks', 'refused-for-now'],
    ['450 4.1.1 User unknown in local table, yet', 'refused-for-now'],
    ['451 4.7.1 Greylisted', 'refused-for-now'],
    ['450 5.1.1 A code of another class', 'refused-for-now'],
  ])('%s: %s', (response, fault) => {
    expect(readFault(refusal('RCPT TO', response), true)).toBe(fault);
  });
});

describe('a refused sender or text is never about the mailbox', () => {
  test.each([
    ['MAIL FROM', '550 5.1.1 Unknown user', 'unreachable'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 'unreachable'],
    ['MAIL FROM', '451 4.3.0 Try again', 'unreachable'],
    ['MAIL FROM', '552 5.3.4 Message too big', 'refused-for-now'],
    ['DATA', '550 5.1.1 Unknown user', 'refused-for-now'],
    ['DATA', '554 5.6.0 Content refused', 'refused-for-now'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'refused-perhaps-all'],
    ['DATA', '550 The kithbook.example domain is not verified', 'refused-perhaps-all'],
  ])('%s: %s: %s', (command, response, fault) => {
    expect(readFault(refusal(command, response), true)).toBe(fault);
  });
});

describe('a fault of the connection', () => {
  const connectionError = (fields: object) => Object.assign(new Error('Timeout'), fields);

  test.each([
    { code: 'EDNS', command: 'CONN' },
    { code: 'ESOCKET', command: 'CONN' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'ETLS', command: 'STARTTLS', response: '502 Not implemented' },
    { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 Wrong password' },
    { code: 'EPROTOCOL', command: 'CONN', response: '554 No service' },
    { code: 'EPROTOCOL', command: 'EHLO', response: '550 Go away' },
  ])('before the login makes the server unreachable: %j', (fields) => {
    expect(readFault(connectionError(fields), false)).toBe('unreachable');
  });

  test('within a mail is a refusal for now, because the server may have accepted it', () => {
    for (const code of ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'])
      expect(readFault(connectionError({ code, command: 'CONN' }), true)).toBe('refused-for-now');
  });

  test('between two mails makes the server unreachable for the second', () => {
    expect(readFault(connectionError({ code: 'ECONNECTION' }), true)).toBe('unreachable');
  });

  test('that nodemailer did not report is a refusal for now, so one mail stops no others', () => {
    expect(readFault(new TypeError('a bug'), false)).toBe('refused-for-now');
  });
});
