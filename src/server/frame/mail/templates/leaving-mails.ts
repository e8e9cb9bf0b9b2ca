import { formatLongDate } from '../../../../shared/dates.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { site } from '../../../../shared/site.ts';
import { button, facts, heading, link, paragraph } from './mail-content.ts';
import { mailFacts } from './mail-facts.ts';
import { template } from './template.ts';

/** The mails to a person who leaves the affiliate program or deletes the account. Amounts are US cents. */
export const leavingMails = {
  'program-left': template({
    data: mailFacts['program-left'],
    sample: { code: 'ada0001', balance_cents: 42_50, is_payable: true, next_closing: '2026-12-01' },
    write: ({ code, balance_cents: balance, is_payable: isPayable, next_closing: closing }, links) => ({
      subject: 'You’ve left the affiliate program',
      preview: 'What you’ve earned is still yours.',
      blocks: [
        heading('You’ve left the affiliate program'),
        paragraph(
          'Your code and your links no longer earn anything on new purchases or renewals. What you’ve earned is still yours, and we pay it even if it’s below the minimum.',
        ),
        facts(
          ['Your affiliate code', code],
          ['Your balance', formatUsd(balance)],
          ['Next statement', formatLongDate(closing)],
        ),
        paragraph('As before, a refund can reverse a commission, and held commissions wait for our review.'),
        ...(isPayable
          ? []
          : [paragraph('You have no payment email. We can’t pay you without one, so please add one.')]),
        paragraph(
          'Once nothing is left to be paid, we delete your name, your email and your payment email from the record, and write to you one last time.',
        ),
        button('See your dashboard', links.page('/affiliate-dashboard')),
      ],
      footer: [
        paragraph(
          `If that wasn’t you, write to ${site.email} right away, and change your password. Changed your mind? Write to us, too.`,
        ),
      ],
    }),
  }),

  'program-closed': template({
    data: mailFacts['program-closed'],
    sample: { code: 'ada0001' },
    write: ({ code }) => ({
      subject: 'Your affiliate record is closed',
      preview: 'No payment is due, and we’ve deleted your data from your affiliate record.',
      blocks: [
        heading('Your affiliate record is closed'),
        paragraph(
          'You left the affiliate program, and nothing is left to be paid. We’ve deleted your name, your email and your payment email from your affiliate record.',
        ),
        facts(['Your previous affiliate code', code]),
        paragraph(
          'If you earned commissions, we keep their amounts and dates for our accounts, without your name.',
        ),
        paragraph('Thank you for telling people about us.'),
      ],
      footer: [
        paragraph(`This is the last email about the affiliate program. Questions? Write to ${site.email}.`),
      ],
    }),
  }),

  'account-deleted': template({
    data: mailFacts['account-deleted'],
    sample: { is_still_paid: true },
    write: ({ is_still_paid: isStillPaid }, links) => ({
      subject: `Your ${site.product} account is deleted`,
      preview: 'You can’t sign in with it anymore.',
      blocks: [
        heading('Your account is deleted'),
        paragraph(
          'We’ve deleted your account and your profile. You can’t sign in with this address anymore.',
        ),
        ...(isStillPaid
          ? [
              paragraph(
                'We’ll still pay what you’ve earned as an affiliate. We keep your name, your email and your payment email until then, and write to you once they’re deleted.',
              ),
            ]
          : []),
        paragraph(
          'Your purchases stay: the law requires us to keep payments. You can see them, and have your address erased from them, without an account.',
        ),
        link('Your purchases', links.page('/purchases')),
      ],
      footer: [paragraph(`If that wasn’t you, write to ${site.email} right away.`)],
    }),
  }),
} as const;
