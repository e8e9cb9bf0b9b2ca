import { undoLink } from './account-mails.ts';
import { formatLongDate, formatLongMoment, monthName } from '../../../../shared/dates.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { currentTerms } from '../../../../shared/program.ts';
import { site } from '../../../../shared/site.ts';
import { count } from '../../../../shared/text.ts';
import { type Block, button, facts, heading, link, paragraph } from './mail-content.ts';
import { mailFacts } from './mail-facts.ts';
import { type MailLinks, template } from './template.ts';

/** The mails of the affiliate program. Amounts are US cents. */
export const affiliateMails = {
  'application-received': template({
    data: mailFacts['application-received'],
    sample: { name: 'ada', code: 'ada0001' },
    write: ({ code }, links) => ({
      subject: 'We have your affiliate application',
      preview: `You’ll have our answer within ${reviewDays()}.`,
      blocks: [
        heading('We have your application'),
        paragraph(
          `Thank you for applying to the ${site.product} affiliate program. You’ll have our answer within ${reviewDays()}, by email.`,
        ),
        facts(['Your affiliate code', code]),
        paragraph(
          'Your code and your links will work once you’re approved. Until then, purchases through your link earn no commission.',
        ),
        paragraph('Please also confirm your email address. We sent you a separate email for that.'),
        button('See your application', links.page('/affiliate-application')),
      ],
      footer: accountFooter('You’re getting this email because this address was used to apply.'),
    }),
  }),

  'application-approved': template({
    data: mailFacts['application-approved'],
    sample: { name: 'ada', code: 'ada0001' },
    write: ({ code }, links) => ({
      subject: `You’re approved as a ${site.product} affiliate`,
      preview: 'Your code and your links now work.',
      blocks: [
        heading('You’re approved'),
        paragraph('Your code and your links now work. You earn a commission on purchases made through them.'),
        facts(['Your affiliate code', code]),
        paragraph('This is your link:'),
        link(links.page(`/buy?ref=${code}`), links.page(`/buy?ref=${code}`)),
        paragraph('If you haven’t yet, add a payment email on your dashboard. We need it to pay you.'),
        button('Go to your dashboard', links.page('/affiliate-dashboard')),
        link('Ready-made posts to share', links.page('/affiliate-pitch')),
      ],
      footer: accountFooter('You’re getting this email because you applied to our affiliate program.'),
    }),
  }),

  'application-declined': template({
    data: mailFacts['application-declined'],
    sample: { name: 'ada', reason: 'The website you named isn’t online yet.' },
    write: ({ reason }) => ({
      subject: 'About your affiliate application',
      preview: 'We can’t accept it at the moment.',
      blocks: [
        heading('About your application'),
        paragraph('Thank you for applying. We can’t accept your application at the moment.'),
        ...(reason === null ? [] : [paragraph(`Our reason: ${reason}`)]),
        paragraph(`If something changes, we’ll be happy to look at it again. Just write to ${site.email}.`),
      ],
      footer: accountFooter('You’re getting this email because you applied to our affiliate program.'),
    }),
  }),

  'payment-email-changed': template({
    data: mailFacts['payment-email-changed'],
    sample: { name: 'ada', email: 'a…@mail.example', changed_at: '2026-11-03T09:30:00Z', change_id: null },
    write: ({ email, changed_at: changedAt, change_id: changeId }, links) => ({
      subject: `Your payment email was ${email === null ? 'removed' : 'changed'} on ${formatLongMoment(changedAt)}`,
      preview: 'If that wasn’t you, let us know right away.',
      blocks: [
        heading(email === null ? 'Your payment email was removed' : 'Your payment email was changed'),
        paragraph(
          email === null
            ? 'We can’t pay you without one. Add a new one under Payment and emails.'
            : 'New payouts will go to this address. Payouts that are already under review or approved still go to the previous one.',
        ),
        facts(...(email === null ? [] : ([['Payment email', email]] as const)), [
          'Changed on',
          formatLongDate(changedAt),
        ]),
        ...(changeId
          ? [
              paragraph(
                'Your account used this address until a few days ago. If you didn’t make these changes, take your account back. The link below restores this address and your previous payment email, and signs everybody out.',
              ),
              button('Restore this address', undoLink(links, changeId)),
            ]
          : [
              paragraph(`If that wasn’t you, write to ${site.email} right away, and change your password.`),
              button('See your payment settings', links.page('/affiliate-payment')),
            ]),
      ],
      footer: accountFooter(
        'We sent this email to your account’s address, a previous address that can still be restored, and your old and new payment emails.',
      ),
    }),
  }),

  'first-sale': template({
    data: mailFacts['first-sale'],
    sample: { name: 'ada', amount_cents: 12_50 },
    write: ({ amount_cents: amount }, links) => ({
      subject: 'Your first sale',
      preview: `Someone bought ${site.product} thanks to you. You earned ${formatUsd(amount)}.`,
      blocks: [
        heading('Your first sale'),
        paragraph(
          `Someone bought ${site.product} thanks to you. Your first commission is ${formatUsd(amount)}.`,
        ),
        paragraph('You’ll find it on this month’s statement, which closes on the 1st of next month.'),
        button('See your earnings', links.page('/affiliate-dashboard')),
      ],
      footer: optionalFooter(links),
    }),
  }),

  'statement-ready': template({
    data: mailFacts['statement-ready'],
    sample: {
      name: 'ada',
      month: '2026-10',
      statement_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
      earned_cents: 125_00,
      paid_cents: 125_00,
      closing_cents: 0,
    },
    write: (statement, links) => ({
      subject: `Your statement for ${monthName(statement.month)}`,
      preview: `You earned ${formatUsd(statement.earned_cents)}.`,
      blocks: [
        heading(`Your statement for ${monthName(statement.month)}`),
        facts(
          ['Earned', formatUsd(statement.earned_cents)],
          statement.paid_cents > 0
            ? ['Payout under review', formatUsd(statement.paid_cents)]
            : ['Carried forward', formatUsd(statement.closing_cents)],
        ),
        paragraph(
          statement.paid_cents > 0
            ? 'We review every payout before we send it through PayPal.'
            : 'This amount is carried forward to your next statement.',
        ),
        button('See the statement', links.page(`/affiliate-statements?id=${statement.statement_id}`)),
      ],
      footer: optionalFooter(links),
    }),
  }),

  'payout-paid': template({
    data: mailFacts['payout-paid'],
    sample: {
      name: 'ada',
      month: '2026-10',
      amount_cents: 125_00,
      email: 'ada@mail.example',
      transaction_id: '5TY05013RG002845M',
    },
    write: ({ month, amount_cents: amount, email, transaction_id: transaction }, links) => ({
      subject: `We’ve paid you ${formatUsd(amount)} for ${monthName(month)}`,
      preview: 'Your payout is on its way through PayPal.',
      blocks: [
        heading(`We’ve paid you ${formatUsd(amount)}`),
        paragraph(`Your payout for ${monthName(month)} is on its way through PayPal.`),
        facts(['Amount', formatUsd(amount)], ...(email === null ? [] : ([['Paid to', email]] as const)), [
          'PayPal transaction',
          transaction,
        ]),
        button('See your statements', links.page('/affiliate-statements')),
      ],
      footer: optionalFooter(links),
    }),
  }),

  'payout-rejected': template({
    data: mailFacts['payout-rejected'],
    sample: {
      name: 'ada',
      month: '2026-10',
      amount_cents: 125_00,
      reason: 'PayPal couldn’t find your payment email.',
    },
    write: ({ month, amount_cents: amount, reason }, links) => ({
      subject: `Your payout for ${monthName(month)} wasn’t paid`,
      preview: `We’ll add the ${formatUsd(amount)} to your next statement.`,
      blocks: [
        heading('Your payout wasn’t paid'),
        paragraph(
          `We didn’t pay your payout of ${formatUsd(amount)} for ${monthName(month)}. You don’t lose the money: we’ll add it to your next statement.`,
        ),
        paragraph(`Our reason: ${reason}`),
        button('See your dashboard', links.page('/affiliate-dashboard')),
      ],
      footer: accountFooter('You’re getting this email because you’re in our affiliate program.'),
    }),
  }),

  'sale-settled': template({
    data: mailFacts['sale-settled'],
    sample: { day: '2026-11-03', is_credited: true },
    write: ({ day, is_credited: isCredited }, links) => ({
      subject: 'About the missing sale you reported',
      preview: isCredited ? 'It’s credited to you.' : 'We couldn’t credit it to you.',
      blocks: [
        heading(isCredited ? 'Your missing sale has been credited' : 'Your missing sale wasn’t credited'),
        paragraph('We’ve looked into the sale you reported as missing.'),
        facts(['Date of the sale', formatLongDate(day)]),
        button('See your commissions', links.page('/affiliate-commissions')),
      ],
      footer: accountFooter('You’re getting this email because you reported a missing sale.'),
    }),
  }),
} as const;

function reviewDays(): string {
  return count(currentTerms().reviewBusinessDays, 'business day');
}

function accountFooter(reason: string): readonly Block[] {
  return [paragraph(`${reason} Questions? Write to ${site.email}.`)];
}

function optionalFooter(links: MailLinks): readonly Block[] {
  return [
    paragraph('You’re getting this email because you’re in our affiliate program.'),
    link('Choose which emails you get', links.page('/affiliate-payment#emails')),
  ];
}
