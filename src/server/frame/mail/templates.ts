import type { MailKind } from '../../../shared/mail-kinds.ts';
import { accountMails } from './templates/account-mails.ts';
import { affiliateMails } from './templates/affiliate-mails.ts';
import { leavingMails } from './templates/leaving-mails.ts';
import { newsletterMails } from './templates/newsletter-mails.ts';
import { noticeMails } from './templates/notice-mails.ts';
import { purchaseMails } from './templates/purchase-mails.ts';

/** The template of each kind of mail. */
export const mailTemplates = {
  ...accountMails,
  ...affiliateMails,
  ...leavingMails,
  ...purchaseMails,
  ...noticeMails,
  ...newsletterMails,
} as const satisfies Readonly<Record<MailKind, unknown>>;
