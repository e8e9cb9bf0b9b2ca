import { formatUsd } from '../../shared/money.ts';
import { findPlan } from '../../shared/plans.ts';
import { fields, line, list, markdown, wholeNumber, yesOrNo } from './field.ts';
import { commonFields, heading, section } from './section-parts.ts';

const share = fields('a share of a year’s price', {
  use: line('what the money is for'),
  cents: wholeNumber('the share in cents, such as 250 for $2.50'),
});

const shares = list('the shares of the price of the Annual Subscription, largest first', share).superRefine(
  (all, context) => {
    const sum = all.reduce((total, { cents }) => total + cents, 0);
    const price = findPlan('annual')?.priceCents ?? 0;
    if (sum !== price)
      context.addIssue({
        code: 'custom',
        message: `add up to ${formatUsd(sum)}, and a year costs ${formatUsd(price)}. Expected: shares that add up to the price`,
      });
  },
);

/** The company, with its people and the shares of a year's price. Its name and address are `site.seller`. */
export const colophonSection = section('colophon', {
  ...commonFields,
  text: markdown('who the company is'),
  people: fields('the people', {
    heading,
    list: list('the people', fields('a person', { name: line('the name'), does: line('what they do') })),
  }),
  year: fields('where the price of a year goes', { heading, shares }),
  stopping: fields('what stays if the company stops', { heading, text: markdown('what stays') }),
  example: yesOrNo(
    'true while the people and the shares are examples; a build for production refuses them',
  ).default(false),
});
