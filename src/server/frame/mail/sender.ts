import addressparser from 'nodemailer/lib/addressparser';
import { isEmail } from '../../../shared/email.ts';

/** The sender of all mails. */
interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parses MAIL_FROM, such as `"Kith, Inc." <hello@kithbook.example>`. Returns null unless it names exactly one email. */
export function parseSender(from: string): Sender | null {
  const [sender, ...others] = addressparser(from, { flatten: true });
  return sender && others.length === 0 && isEmail(sender.address) ? sender : null;
}
