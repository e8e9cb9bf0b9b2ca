import * as z from 'zod';
import { renderMail } from '../../../../src/server/frame/mail/templates/layout.ts';
import { createMailLinks } from '../../../../src/server/frame/mail/signed-links.ts';
import type { MailTemplate } from '../../../../src/server/frame/mail/templates/template.ts';
import { mailTemplates } from '../../../../src/server/frame/mail/templates.ts';
import type { MailKind } from '../../../../src/shared/mail-kinds.ts';
import type { Row, Rows } from '../../rows.ts';

/** Returns the mails to an address, oldest first. */
export const mailsTo = (rows: Rows, address: string): Promise<Row[]> =>
  rows(
    'select kind, subject_id, data, state::text as state from mails where address = $1 order by created_at, kind',
    [address],
  );

/** Returns the kinds of the mails to an address, oldest first. */
export const kindsTo = async (rows: Rows, address: string): Promise<unknown[]> =>
  (await mailsTo(rows, address)).map(({ kind }) => kind);

const storedMail = z.object({ kind: z.custom<MailKind>(), data: z.unknown() });

/** Renders a mail of the outbox as the job does. Throws if the facts are not those of its template. */
export const renderStored = (mail: Row | undefined) => {
  const { kind, data } = storedMail.parse(mail);
  const template = mailTemplates[kind] as MailTemplate<unknown>;
  const links = createMailLinks({ siteUrl: 'http://site.example', linkSecret: 'a secret of the test' });
  const content = template.write(template.data.parse(data), links);
  return { subject: content.subject, ...renderMail(content) };
};
