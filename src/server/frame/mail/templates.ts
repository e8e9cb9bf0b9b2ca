import type { MailKind } from '../../../shared/mail-kinds.ts';
import type { MailTemplate } from './templates/template.ts';
import { accountMails } from './templates/account-mails.ts';
import { affiliateMails } from './templates/affiliate-mails.ts';
import { leavingMails } from './templates/leaving-mails.ts';
import { newsletterMails } from './templates/newsletter-mails.ts';
import { purchaseMails } from './templates/purchase-mails.ts';

/** The template of each kind of mail. */
export const mailTemplates = {
  ...accountMails,
  ...affiliateMails,
  ...leavingMails,
  ...purchaseMails,
  ...newsletterMails,
} as const;

type DataOf<Template> = Template extends MailTemplate<infer Data> ? Data : never;

/** The facts of each kind of mail. */
type MailData = { readonly [Kind in MailKind]: DataOf<(typeof mailTemplates)[Kind]> };

/** The facts that the outbox stores with a mail. The text of a letter is stored once, in `letters`. */
export type StoredFacts = Omit<MailData, 'letter'> & {
  readonly letter: Pick<MailData['letter'], 'subscription_id'>;
};
