import { formatLongDate, formatLongMoment } from '../../../../shared/dates.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { offer } from '../../../../shared/offer.ts';
import { findPlan } from '../../../../shared/plans.ts';
import { site } from '../../../../shared/site.ts';
import { button, type Fact, facts, heading, link, paragraph } from './mail-content.ts';
import { mailFacts } from './mail-facts.ts';
import { buyerFooter } from './purchase-mails.ts';
import { template } from './template.ts';

/** The mails to buyers about renewals and about the end of a year. Amounts are US cents. */
export const noticeMails = {
  'renewal-notice': template({
    data: mailFacts['renewal-notice'],
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      plan_id: 'annual',
      amount_cents: 49_99,
      renews_at: '2027-11-03T09:30:00Z',
    },
    write: (renewal, links) => {
      const day = formatLongDate(renewal.renews_at);
      const amount = formatUsd(renewal.amount_cents);
      return {
        subject: `Your ${site.product} subscription renews on ${day}`,
        preview: `${amount} for another year, unless you cancel before then`,
        blocks: [
          heading(`Your subscription renews on ${day}`),
          facts(
            ['Plan', planName(renewal.plan_id)],
            ['Renews on', `${day} (UTC)`],
            ['Amount', amount],
            ['Order number', renewal.order_id],
          ),
          paragraph(
            `If you’d like another year, there’s nothing to do: PayPal will collect ${amount} that day, the same way as before.`,
          ),
          paragraph(
            'If you don’t, cancel before that day. Under Your purchases, click Cancel subscription, then confirm. You won’t be charged again, and your plan runs until the end of the year you’ve paid for.',
          ),
          paragraph(offer['after-annual']),
          paragraph('If you ask within 14 days of the renewal, we’ll refund it in full.'),
          button('See or cancel your subscription', links.page('/purchases')),
          link('Other ways to cancel', links.page('/terms#how-to-cancel')),
        ],
        footer: [buyerFooter],
      };
    },
  }),

  'renewal-failed': template({
    data: mailFacts['renewal-failed'],
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      plan_id: 'annual',
      amount_cents: 49_99,
      failed_at: '2027-11-03T09:30:00Z',
      retry_at: '2027-11-08T09:30:00Z',
      is_suspended: false,
    },
    write: (failed, links) => ({
      subject: `PayPal couldn’t renew your ${site.product} subscription, ${formatLongDate(failed.failed_at)}`,
      preview: 'Please check your payment method in PayPal',
      blocks: [
        heading('PayPal couldn’t collect your payment'),
        facts(
          ['Plan', planName(failed.plan_id)],
          ...amountFact(failed.amount_cents),
          ['Tried on', formatLongMoment(failed.failed_at)],
          ['Order number', failed.order_id],
        ),
        paragraph(
          `The usual reason is an expired card. Log in to PayPal, open Settings, then Payments, then Automatic payments. Choose the payment to ${site.product}, and check its payment method.`,
        ),
        paragraph(nextAttempt(failed.is_suspended, failed.retry_at)),
        paragraph('If you don’t want another year, cancel the subscription under Your purchases.'),
        paragraph(offer['after-annual']),
        button('See or cancel your subscription', links.page('/purchases')),
      ],
      footer: [buyerFooter],
    }),
  }),

  'year-ending': template({
    data: mailFacts['year-ending'],
    sample: { order_id: '8AB12345CD678901E', plan_id: 'basic', ends_at: '2027-11-03T09:30:00Z' },
    write: (year, links) => {
      const day = formatLongDate(year.ends_at);
      const plan = planName(year.plan_id);
      return {
        subject: `Your year of ${site.product} ends on ${day}`,
        preview: 'What stays yours, and how to get another year',
        blocks: [
          heading(`Your year ends on ${day}`),
          facts(['Plan', plan], ['Ends on', `${day} (UTC)`], ['Order number', year.order_id]),
          paragraph(`${plan} doesn’t renew, so nothing is charged.`),
          paragraph(offer['after-basic']),
          paragraph(`For another year, buy it again. ${offer['second-year']}`),
          button('Buy another year', links.page('/buy')),
          link('Your purchases', links.page('/purchases')),
        ],
        footer: [buyerFooter],
      };
    },
  }),
} as const;

function planName(planId: string): string {
  return findPlan(planId)?.name ?? planId;
}

function amountFact(cents: number | null): readonly Fact[] {
  return cents === null ? [] : [['Amount', formatUsd(cents)]];
}

/** Says when PayPal tries again. */
function nextAttempt(isSuspended: boolean, retryAt: string | null): string {
  if (isSuspended)
    return `PayPal has put the subscription on hold, and won’t try again. Once your payment method works, write to ${site.email}, and we’ll resume it.`;
  return retryAt === null
    ? 'PayPal usually tries again after a few days.'
    : `PayPal will try again on ${formatLongDate(retryAt)} (UTC).`;
}
