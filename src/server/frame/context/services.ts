import type { BuiltLetter } from '../../../shared/schemas/letter.ts';
import type { ContextServices } from './context.ts';
import type { MailService } from './mailer.ts';

/** Everything that all requests of a server share. */
export interface Services extends ContextServices {
  /** Null while mail is not configured: mails wait in the outbox. */
  readonly mail: MailService | null;
  /** Returns the letters of this build. */
  readonly letters: () => Promise<readonly BuiltLetter[]>;
  /** Returns the paths of this build's counted pages. Without it, or after null, every page path counts. */
  readonly countedPages?: () => Promise<ReadonlySet<string> | null>;
}
