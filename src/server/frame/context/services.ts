import type { LetterAudience } from '../../../shared/schemas/newsletter.ts';
import type { ContextServices } from './context.ts';
import type { MailService } from './mailer.ts';

/** A letter of src/content/letters, rendered by the build. */
export interface BuiltLetter {
  /** The name of the letter’s file. */
  readonly slug: string;
  readonly subject: string;
  /** The line that mail programs show after the subject. */
  readonly preview: string;
  readonly audience: LetterAudience;
  readonly html: string;
  readonly text: string;
}

/** Everything that all requests of a server share. */
export interface Services extends ContextServices {
  /** Null while mail is not configured: mails wait in the outbox. */
  readonly mail: MailService | null;
  /** Returns the letters of this build. */
  readonly letters: () => Promise<readonly BuiltLetter[]>;
  /** Returns the paths of this build's counted pages. Without it, or after null, every page path counts. */
  readonly countedPages?: () => Promise<ReadonlySet<string> | null>;
}
