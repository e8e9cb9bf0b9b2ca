import { formatLongDate, formatLongMoment } from '../../../../shared/dates.ts';
import { withdrawalKindTexts } from '../../../../shared/messages/withdrawals.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { offer } from '../../../../shared/offer.ts';
import { formatPaidYear } from '../../../../shared/paid-until.ts';
import { findPlan } from '../../../../shared/plans.ts';
import { site } from '../../../../shared/site.ts';
import { toUnlinkedName } from '../../../../shared/text.ts';
import { withdrawalReference } from '../../../../shared/withdrawals.ts';
import { button, type Fact, facts, heading, link, paragraph, verbatim } from './mail-content.ts';
import { type MailFacts, mailFacts } from './mail-facts.ts';
import { template } from './template.ts';

const sampleLicense = `-----BEGIN KITHBOOK LICENSE-----
License: 019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2c66
Product: Kithbook
Plan: annual
Order: I-8WR5LT29DS3B
Issued: 2026-11-03
Covers releases until: 2027-11-03
Key: 5dceef72
Signature:
1JLaDOLqoEyduNC39TuY6sbJQ4tYuQzKigidRn/P5T0j
4XaxwBB14kkNIetxK6lkhuMyMPWr0phM+QxpCtqLAA==
-----END KITHBOOK LICENSE-----`;

/** The end of the mails to buyers. */
export const buyerFooter = paragraph(
  `You’re getting this email because this address was used to buy ${site.product}. Questions? Write to ${site.email}.`,
);

/** The mails to buyers. Amounts are US cents. */
export const purchaseMails = {
  receipt: template({
    data: mailFacts.receipt,
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      plan_id: 'annual',
      amount_cents: 49_99,
      tax_cents: 0,
      paid_at: '2026-11-03T09:30:00Z',
      is_renewal: false,
      terms_version: '2026-11-28',
      is_subscription: true,
      paid_until: '2027-11-03',
      renews_at: '2027-11-03T09:30:00Z',
      renews_for_cents: 49_99,
      license: sampleLicense,
    },
    write: (receipt, links) => {
      const plan = findPlan(receipt.plan_id);
      const renews = receipt.is_subscription;
      const amount = formatUsd(receipt.amount_cents);
      const isRenewal = receipt.is_renewal && renews;
      return {
        subject: isRenewal
          ? `Your ${site.product} subscription was renewed, ${formatLongDate(receipt.paid_at)}`
          : `Your receipt from ${site.product}, order ${receipt.order_id}`,
        preview: `${plan?.name ?? receipt.plan_id}, ${amount}`,
        blocks: [
          heading(isRenewal ? 'Your subscription was renewed' : 'Thank you for your purchase'),
          facts(
            ['Plan', plan?.name ?? receipt.plan_id],
            ['Amount', amount],
            ...(receipt.tax_cents > 0 ? ([['Tax included', formatUsd(receipt.tax_cents)]] as const) : []),
            ['Paid on', formatLongDate(receipt.paid_at)],
            ['Period', formatPaidYear(receipt.paid_at, receipt.paid_until ?? null)],
            ...nextCharge(receipt),
            ['Order number', receipt.order_id],
          ),
          paragraph(
            renews
              ? 'Your subscription renews every year until you cancel. You can cancel at any time, under Your purchases.'
              : 'This is a one-time payment for one year. It doesn’t renew.',
          ),
          paragraph(renews ? offer['after-annual'] : offer['after-basic']),
          paragraph(
            renews
              ? `Priority support: ${site.priorityEmail}. ${offer['support-annual']}`
              : `Support: ${site.email}. ${offer['support-basic']}`,
          ),
          paragraph('If you ask within 14 days of this payment, we’ll refund it in full.'),
          ...(receipt.license
            ? [
                paragraph(
                  `This is your license. Copy all of it into ${site.product}, including the first and last lines. You’ll also find it under Your purchases.`,
                ),
                verbatim(receipt.license.trim()),
              ]
            : []),
          ...(receipt.terms_version
            ? [
                paragraph(
                  'The terms of this purchase and the notice on your right of withdrawal are below. Keep this email.',
                ),
              ]
            : []),
          button(`Download ${site.product}`, links.page('/download')),
          ...(renews ? [link('How to cancel', links.page('/terms#how-to-cancel'))] : []),
          link('How refunds work', links.page('/terms#refunds')),
          link('Withdraw from this contract', links.page(`/withdraw?order=${receipt.order_id}`)),
          link('Your purchases', links.page('/purchases')),
        ],
        termsVersion: receipt.terms_version ?? null,
        footer: [buyerFooter],
      };
    },
  }),

  refund: template({
    data: mailFacts.refund,
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      plan_id: 'annual',
      amount_cents: 49_99,
      refunded_at: '2026-11-05T09:30:00Z',
      is_full: true,
    },
    write: (refund, links) => ({
      subject: `Your refund from ${site.product}, order ${refund.order_id}`,
      preview: `We refunded ${formatUsd(refund.amount_cents)}`,
      blocks: [
        heading('We’ve refunded your payment'),
        facts(
          ['Plan', findPlan(refund.plan_id)?.name ?? refund.plan_id],
          [refund.is_full ? 'Refund' : 'Partial refund', formatUsd(refund.amount_cents)],
          ['Refunded on', formatLongDate(refund.refunded_at)],
          ['Order number', refund.order_id],
        ),
        paragraph(
          'The money is on its way to the card or account you paid with. PayPal shows it right away; a card can take a few days.',
        ),
        link('Your purchases', links.page('/purchases')),
      ],
      footer: [buyerFooter],
    }),
  }),

  'subscription-cancelled': template({
    data: mailFacts['subscription-cancelled'],
    sample: { order_id: 'I-8WR5LT29DS3B', plan_id: 'annual', runs_until: '2027-11-03T09:30:00Z' },
    write: (cancelled, links) => ({
      subject: `Your ${site.product} subscription is cancelled, order ${cancelled.order_id}`,
      preview: 'It won’t renew',
      blocks: [
        heading('Your subscription is cancelled'),
        facts(
          ['Plan', findPlan(cancelled.plan_id)?.name ?? cancelled.plan_id],
          ...(cancelled.runs_until === null
            ? []
            : ([['Runs until', formatLongDate(cancelled.runs_until)]] as const)),
          ['Order number', cancelled.order_id],
        ),
        paragraph('It won’t renew, and you won’t be charged again.'),
        paragraph(offer['after-annual']),
        paragraph(`Changed your mind? ${offer.again}`),
        link('Buy again', links.page('/buy')),
        link('Your purchases', links.page('/purchases')),
      ],
      footer: [buyerFooter],
    }),
  }),

  'bought-twice': template({
    data: mailFacts['bought-twice'],
    sample: {
      order_id: 'I-8WR5LT29DS3B',
      earlier_order_id: 'I-7KD4NB18QT2C',
      plan_id: 'annual',
      is_subscription: true,
    },
    write: (twice, links) => {
      const plan = findPlan(twice.plan_id)?.name ?? twice.plan_id;
      return {
        subject: `You’ve paid for ${plan} twice, order ${twice.order_id}`,
        preview: 'If that was a mistake, we’ll refund one of the payments.',
        blocks: [
          heading(`You’ve paid for ${plan} twice`),
          paragraph('Both payments came from the same PayPal account within a day.'),
          facts(['Plan', plan], ['This order', twice.order_id], ['Earlier order', twice.earlier_order_id]),
          paragraph(
            `If you wanted two, you’re done. If it was a mistake, let us know within 14 days: write to ${site.email} or withdraw from one of the orders, and we’ll refund it in full.`,
          ),
          ...(twice.is_subscription
            ? [paragraph('Both subscriptions renew every year until you cancel them.')]
            : []),
          button('Withdraw from this order', links.page(`/withdraw?order=${twice.order_id}`)),
          link('Your purchases', links.page('/purchases')),
        ],
        footer: [buyerFooter],
      };
    },
  }),

  'purchases-link': template({
    data: mailFacts['purchases-link'],
    sample: { session_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f3a01', asked_at: '2026-11-03T09:30:00Z' },
    write: ({ session_id: id, asked_at: askedAt }, links) => ({
      subject: `Your ${site.product} purchases, requested ${formatLongMoment(askedAt)}`,
      preview: 'A link to your purchases, for the next 15 minutes',
      blocks: [
        heading('See your purchases'),
        paragraph(
          'This link shows your purchases, receipts and downloads. It works once, and expires after 15 minutes.',
        ),
        // Browsers do not send the fragment, so that the token is in no log.
        button('See my purchases', links.page(`/purchases#${links.token('purchases-link', id)}`)),
      ],
      footer: [
        paragraph(
          `You’re getting this email because somebody asked to see the purchases made with this address. If it wasn’t you, ignore it: nobody else can use the link.`,
        ),
      ],
    }),
  }),

  'withdrawal-received': template({
    data: mailFacts['withdrawal-received'],
    sample: {
      withdrawal_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c44',
      kind: 'withdrawal',
      name: 'Carl Sample',
      order_number: 'I-8WR5LT29DS3B',
      received_at: '2026-11-05T09:30:00Z',
    },
    write: (request, links) => {
      const { withdrawal_id: id, kind = 'withdrawal', name, order_number: order, received_at: at } = request;
      const reference = withdrawalReference(id);
      const texts = withdrawalKindTexts[kind];
      return {
        subject: `We’ve received your ${texts.noun}, ${reference}`,
        preview: order === null ? `Reference ${reference}` : `Order ${order}`,
        blocks: [
          heading(`We’ve received your ${texts.noun}`),
          paragraph('Keep this email. It confirms what you sent us, and when we received it.'),
          facts(
            ['Received', formatLongMoment(at)],
            ['Statement', texts.statement],
            ['Reference', reference],
            ...factUnlessEmpty('Name', toUnlinkedName(name ?? '')),
            ...factUnlessEmpty('Order number', order ?? ''),
          ),
          paragraph(`${order === null ? texts.unknown : texts.known} Questions? Write to ${site.email}.`),
          link(texts.terms.label, links.page(texts.terms.href)),
        ],
        footer: [
          paragraph(
            `You’re getting this email because somebody entered this address in the form to withdraw, cancel or ask for a refund at ${site.product}. If it wasn’t you, write to ${site.email}.`,
          ),
        ],
      };
    },
  }),
} as const;

/** The next payment: none of a one-time payment, and that of a subscription if PayPal has named it. */
function nextCharge(receipt: MailFacts['receipt']): readonly Fact[] {
  const { is_subscription: renews, renews_at: at, renews_for_cents: amount, amount_cents: paid } = receipt;
  if (!renews) return [['Next charge', 'None']];
  return at ? [['Next charge', `${formatUsd(amount ?? paid)} on ${formatLongDate(at)}`]] : [];
}

function factUnlessEmpty(label: string, value: string): readonly Fact[] {
  return value === '' ? [] : [[label, value]];
}
