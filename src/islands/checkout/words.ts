import type { PlanId } from '../../shared/plans.ts';

/** The words about a plan. They are written in src/content/pages/buy.md. */
export interface PlanWords {
  /** Next to the price: `per year`. */
  readonly period: string;
  /** After the period: `renews until you cancel`. */
  readonly renewal: string;
  /** A sentence at the payment buttons. */
  readonly terms: string;
  /** Links after that sentence. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** The words of the checkout that its page sets. */
export interface CheckoutWords {
  readonly plans: Readonly<Record<PlanId, PlanWords>>;
  readonly buyer: {
    readonly heading: string;
    /** The purpose of the email. */
    readonly email: string;
  };
}
