import type { LinkSettings } from '../../src/server/frame/context/mailer.ts';
import { createMailLinks } from '../../src/server/frame/mail/signed-links.ts';
import { renderMail } from '../../src/server/frame/mail/templates/layout.ts';
import type { MailTemplate } from '../../src/server/frame/mail/templates/template.ts';
import { mailTemplates } from '../../src/server/frame/mail/templates.ts';
import type { MailKind } from '../../src/shared/mail-kinds.ts';

/** A mail with sample facts. */
export interface Preview {
  readonly kind: MailKind;
  readonly subject: string;
  /** The line that mail programs show next to the subject. */
  readonly preview: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a mail of this kind with sample facts. */
export function renderPreview(kind: MailKind, links: LinkSettings): Preview {
  const { sample, write } = mailTemplates[kind] as MailTemplate<unknown>;
  const content = write(sample, createMailLinks(links));
  return { kind, subject: content.subject, preview: content.preview, ...renderMail(content) };
}
