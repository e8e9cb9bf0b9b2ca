import * as z from 'zod/mini';
import { site } from '../../../../shared/site.ts';
import type { Context } from '../../../frame/context/context.ts';
import { renderMail } from '../../../frame/mail/templates/layout.ts';
import { createMailLinks } from '../../../frame/mail/signed-links.ts';
import { newsletterMails } from '../../../frame/mail/templates/newsletter-mails.ts';
import type { BuiltLetter } from '../../../../shared/schemas/letter.ts';
import { findLetter } from './list-letters.ts';

/** A letter as its mail shows it. */
export const letterPreview = z
  .object({
    slug: z.string(),
    subject: z.string(),
    preview: z.string(),
    html: z.string().check(z.describe('A whole HTML page')),
    text: z.string(),
  })
  .check(z.meta({ id: 'LetterPreview' }));

/**
 * Renders a letter as its mail, with the links of the site that sends it. The unsubscribe link in it is not valid. Throws
 * `letter-not-found`.
 */
export async function previewLetter(
  context: Pick<Context, 'db'>,
  built: readonly BuiltLetter[],
  slug: string,
  siteUrl: string = site.url,
): Promise<z.infer<typeof letterPreview>> {
  const { audience, subject, preview, html, text } = await findLetter(context, built, slug);
  const links = createMailLinks({ siteUrl, linkSecret: 'preview' });
  const letter = { subject, preview, html, text };
  const { letter: toReader, 'affiliate-letter': toAffiliate } = newsletterMails;
  const mail =
    audience === 'readers'
      ? toReader.write({ ...toReader.sample, ...letter }, links)
      : toAffiliate.write({ ...toAffiliate.sample, ...letter }, links);
  return { slug, subject, preview, ...renderMail(mail) };
}
