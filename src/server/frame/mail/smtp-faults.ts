import * as z from 'zod/mini';
import type { MailFault } from '../context/mailer.ts';

/** Fields of nodemailer's errors. `response` has all lines of the server's answer to `command`. */
const smtpError = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
});

/**
 * Returns the fault that an error of nodemailer means. `isConnected` is true if the server had accepted the connection and the login.
 * After that, an error without an answer is `refused-for-now`, because the server may have accepted the mail.
 *
 * | fault                  | meaning                                              | function for the mail                           |
 * | ---------------------- | ---------------------------------------------------- | ----------------------------------------------- |
 * | `refused`              | a code says that the mailbox does not exist          | `giveUpAddress`, which suppresses the address   |
 * | `refused-without-code` | the same, but 550 has no code                        | `giveUpAddress`                                 |
 * | `unreachable`          | no connection; our login or our sender is refused    | `putMailBack`: no attempt counts                |
 * | `refused-perhaps-all`  | we are refused in the answer about one mail: relay,  | `postponeMail`; `failAttempt` if others are sent |
 * |                        | quota                                                |                                                 |
 * | `refused-for-now`      | everything else: full, greylisted, blocked, content  | `failAttempt`: 24 attempts                      |
 */
export function readFault(error: unknown, isConnected: boolean): MailFault {
  const { code, command, response = '' } = smtpError.safeParse(error).data ?? {};
  if (code === undefined) return 'refused-for-now';
  // Without a command, the server closed a connection before it could see the next mail.
  if (!isConnected || command === undefined) return 'unreachable';
  return response === '' ? 'refused-for-now' : readRefusal(command, response);
}

/** Enhanced codes (RFC 3463, RFC 7505) of a mailbox or domain that does not exist, or is closed. */
const mailboxCodes = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];

/** Enhanced codes about our sender, the quota of the day, and our login. */
const ourCodes = /^[45]\.(1\.[78]|4\.5|7\.([389]|1[1-4]|60))$/;

/** Answers about our login (RFC 4954), and of a server that closes the connection. */
const ourReplies = ['421', '530', '534', '535', '538'];

/** Texts about us. Servers use 5.7.0 and 5.7.1 for a refused relay, but also for one recipient's policy. */
const ourTexts = /\brelay|domain is not verified|(daily|monthly|sending) (\w+ ){0,3}(quota|limit)/i;

/** Words of an answer 550 without an enhanced code that is not about the mailbox. exim answers `550 relay not permitted`. */
const otherReasons =
  /relay|sender|spam|block|black ?list|den(y|ied)|polic|prohibit|auth|verif|spf|dkim|dmarc|limit|quota|full|temporar|later/i;

/** Texts about too many mails. Gmail also uses the codes of a closed mailbox for them. */
const rateTexts =
  /\brates?\b|too (many|much|fast|quickly|often|frequent)|throttl|exceed|(messages|mails|connections) per\b/i;

function readRefusal(command: string, response: string): MailFault {
  const reply = response.slice(0, 3);
  const codes = enhancedCodes(response);
  // The answer may quote an address, which may contain any word.
  const text = response.replaceAll(/\S*@\S*/g, '');
  const isAboutRecipient = command === 'RCPT TO' && reply.startsWith('5') && !rateTexts.test(text);
  // A code is clearer than the text, which may name a "relay recipient table".
  if (isAboutRecipient && codes.length > 0 && codes.every((code) => mailboxCodes.includes(code)))
    return 'refused';
  if (ourReplies.includes(reply) || codes.some((code) => ourCodes.test(code)) || ourTexts.test(text))
    return command === 'MAIL FROM' ? 'unreachable' : 'refused-perhaps-all';
  // The server does not know the recipient yet, but it may know the size.
  if (command === 'MAIL FROM')
    return reply === '552' || codes.includes('5.3.4') ? 'refused-for-now' : 'unreachable';
  const isPlain = reply === '550' && codes.length === 0;
  return isAboutRecipient && isPlain && !otherReasons.test(text) ? 'refused-without-code' : 'refused-for-now';
}

/** Returns the enhanced codes of all lines. They follow the reply code. qmail writes `(#5.1.1)` at the end, others `#5.1.1`. */
function enhancedCodes(response: string): readonly string[] {
  const code = String.raw`([245]\.\d{1,3}\.\d{1,3})`;
  const matches = response.matchAll(new RegExp(`^\\d{3}[ -]${code}(?![.\\d])|#${code}(?![.\\d])`, 'gm'));
  return [...matches].map(([, atStart, atEnd]) => atStart ?? atEnd ?? '');
}
