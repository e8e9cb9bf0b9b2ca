import { subscriptionMessages } from '../../../../shared/messages/newsletter.ts';
import type { Letter } from '../../../../shared/schemas/letter.ts';
import type { LetterAudience } from '../../../../shared/schemas/newsletter.ts';
import { site } from '../../../../shared/site.ts';
import { type Block, button, heading, link, type MailContent, paragraph } from './mail-content.ts';
import { mailFacts } from './mail-facts.ts';
import { renderedMarkdown } from './rendered-markdown.ts';
import { type MailLinks, template } from './template.ts';

const sampleLetter: Letter = {
  subject: 'What’s new in November',
  preview: 'Groups, and a faster import.',
  html: '<p>Hello,</p><h2>Groups</h2><p>A contact can be in several groups now.</p><h2>A faster import</h2><p>Importing 10,000 contacts takes a few seconds. <a href="https://kithbook.example/download">Download the new version</a>.</p>',
  text: 'Hello,\n\nGroups\n\nA contact can be in several groups now.\n\nA faster import\n\nImporting 10,000 contacts takes a few seconds. Download the new version: https://kithbook.example/download',
};

const sampleId = '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22';

/** The mails of the newsletter. */
export const newsletterMails = {
  'newsletter-confirmation': template({
    data: mailFacts['newsletter-confirmation'],
    sample: { subscription_id: sampleId },
    write: ({ subscription_id: id }, links) => ({
      subject: `Confirm your subscription to the ${site.product} newsletter`,
      preview: 'One more step, and you’re subscribed.',
      blocks: [
        heading('Confirm your subscription'),
        paragraph(
          `Someone asked us to send the ${site.product} newsletter to this address. If that was you, press the button, then confirm on the page that opens.`,
        ),
        button('Confirm subscription', tokenPage(links, 'newsletter-confirm', id)),
        paragraph(
          'If it wasn’t you, you don’t need to do anything. We’ll delete the request after 14 days and send you nothing else.',
        ),
      ],
      footer: [paragraph(`Questions? Write to ${site.email}.`)],
    }),
  }),

  letter: template({
    data: mailFacts.letter,
    sample: { ...sampleLetter, subscription_id: sampleId },
    write: ({ subscription_id: id, ...letter }, links) => {
      const leave = tokenPage(links, 'newsletter-leave', id);
      return {
        ...letterContent(letter, links, 'readers', [link('Unsubscribe', leave)]),
        headers: listHeaders('newsletter', leave),
      };
    },
  }),

  'affiliate-letter': template({
    data: mailFacts['affiliate-letter'],
    sample: { ...sampleLetter, affiliate_id: sampleId },
    write: ({ affiliate_id: id, ...letter }, links) => {
      const leave = tokenPage(links, 'affiliate-letters-leave', id);
      return {
        ...letterContent(letter, links, 'affiliates', [link('Stop these letters', leave)]),
        headers: listHeaders('affiliates', leave),
      };
    },
  }),

  'letter-test': template({
    data: mailFacts['letter-test'],
    sample: { ...sampleLetter, audience: 'readers' as const },
    write: ({ audience, ...letter }, links) => {
      const content = letterContent(letter, links, audience, [
        paragraph('This is a test, sent only to you.'),
      ]);
      return { ...content, subject: `Test: ${letter.subject}` };
    },
  }),
} as const;

function letterContent(
  { subject, preview, html, text }: Letter,
  links: MailLinks,
  audience: LetterAudience,
  ending: readonly Block[],
): MailContent {
  const reason = paragraph(
    `${subscriptionMessages.whyYouGetIt[audience]} Questions? Write to ${site.email}.`,
  );
  return {
    subject,
    preview,
    blocks: [heading(subject), renderedMarkdown({ html, text }, links)],
    footer: [reason, ...ending],
  };
}

/** Names the list, and adds the headers of RFC 8058: mail programs show their own unsubscribe button, which sends a POST. */
function listHeaders(list: 'newsletter' | 'affiliates', leave: string): Readonly<Record<string, string>> {
  return {
    'List-Id': `${site.product} ${list} <${list}.${new URL(leave).hostname}>`,
    'List-Unsubscribe': `<${leave}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Returns the address of the page that confirms or ends a subscription. Only its button changes something. */
function tokenPage(
  links: MailLinks,
  purpose: 'newsletter-confirm' | 'newsletter-leave' | 'affiliate-letters-leave',
  id: string,
): string {
  const path = purpose === 'newsletter-confirm' ? '/api/newsletter/confirm' : '/api/newsletter/leave';
  return links.page(`${path}?token=${links.token(purpose, id)}`);
}
