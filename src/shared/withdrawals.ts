import { maxLengths } from './max-lengths.ts';

/** The kinds of request in the form on /withdraw. The first kind is the default. */
export const withdrawalKinds = ['withdrawal', 'cancellation', 'money-back'] as const;

export type WithdrawalKind = (typeof withdrawalKinds)[number];

/** True for the name of a kind. */
export function isWithdrawalKind(name: string): name is WithdrawalKind {
  return withdrawalKinds.some((kind) => kind === name);
}

/** The days after a payment in which a buyer can withdraw, or gets the money back. */
export const moneyBackDays = 14;

/** A refund is due this many days after a withdrawal was received (Art. 13 of EU directive 2011/83). */
export const withdrawalDays = 14;

/** The filters of the admin's list: all open requests, those of them with or without a known order, and the handled ones. */
export const withdrawalFilters = ['open', 'known', 'unknown', 'handled'] as const;

export type WithdrawalFilter = (typeof withdrawalFilters)[number];

/** Returns the short name of a buyer's request in its confirmation and in the admin's list: `W-5F6F1C44`. */
export function withdrawalReference(id: string): string {
  return `W-${id.slice(-8).toUpperCase()}`;
}

interface WithdrawalField {
  readonly name: 'name' | 'order_number' | 'email';
  readonly label: string;
  readonly hint: string;
  readonly type: 'text' | 'email';
  readonly autocomplete: string;
  readonly maxLength: number;
}

/** The text fields of the form, after the choice of the kind. The page and the server render the same form. */
export const withdrawalFields: readonly WithdrawalField[] = [
  {
    name: 'name',
    label: 'Your name',
    hint: '',
    type: 'text',
    autocomplete: 'name',
    maxLength: maxLengths.name,
  },
  {
    name: 'order_number',
    label: 'Order number',
    hint: 'It’s on your receipt. If you can’t find it, enter the plan and the date of the payment.',
    type: 'text',
    autocomplete: 'off',
    maxLength: maxLengths.orderNumber,
  },
  {
    name: 'email',
    label: 'Email',
    hint: 'We’ll confirm right away, to this address.',
    type: 'email',
    autocomplete: 'email',
    maxLength: maxLengths.email,
  },
];

/** The call that the form is sent to. */
export const withdrawalFormPath = '/api/withdrawals/form';
