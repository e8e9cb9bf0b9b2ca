import * as z from 'zod/mini';
import { formatLongDate } from '../../../shared/dates.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan } from '../../../shared/plans.ts';
import { site } from '../../../shared/site.ts';
import { button, facts, heading, link, paragraph } from '../mail-content.ts';
import { template } from '../template.ts';

/** The mails to buyers. Amounts are US cents. */
export const purchaseMails = {
  receipt: template({
    data: z.object({
      order_id: z.string(),
      plan_id: z.string(),
      amount_cents: z.number(),
      tax_cents: z.number(),
      paid_at: z.string(),
      is_renewal: z.boolean(),
      is_subscription: z.boolean(),
    }),
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      plan_id: 'annual',
      amount_cents: 49_99,
      tax_cents: 0,
      paid_at: '2026-11-03T09:30:00Z',
      is_renewal: false,
      is_subscription: true,
    },
    write: (receipt, links) => {
      const plan = findPlan(receipt.plan_id);
      const renews = receipt.is_subscription;
      const amount = formatUsd(receipt.amount_cents);
      const isRenewal = receipt.is_renewal && renews;
      return {
        subject: isRenewal
          ? `Your ${site.product} subscription was renewed`
          : `Your receipt from ${site.product}`,
        preview: `${plan?.name ?? receipt.plan_id}, ${amount}`,
        blocks: [
          heading(isRenewal ? 'Your subscription was renewed' : 'Thank you for your purchase'),
          facts(
            ['Plan', plan?.name ?? receipt.plan_id],
            ['Amount', amount],
            ...(receipt.tax_cents > 0 ? ([['Tax included', formatUsd(receipt.tax_cents)]] as const) : []),
            ['Paid on', formatLongDate(receipt.paid_at)],
            ['Order number', receipt.order_id],
          ),
          paragraph(
            renews
              ? `Your subscription renews every year until you cancel. You can cancel at any time, through PayPal or by writing to ${site.email}.`
              : 'This is a one-time payment for one year. It doesn’t renew.',
          ),
          paragraph('If you ask within 14 days of this payment, we’ll refund it in full.'),
          button(`Download ${site.product}`, links.page('/download')),
          ...(renews ? [link('How to cancel', links.page('/terms#how-to-cancel'))] : []),
          link('How refunds work', links.page('/terms#refunds')),
        ],
        footer: [
          paragraph(
            `You’re getting this email because this address was used to buy ${site.product}. Questions? Write to ${site.email}.`,
          ),
        ],
      };
    },
  }),
} as const;
