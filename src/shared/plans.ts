/** What is sold. Prices are US cents; pages, checkout, structured data and the server read them here. */
export type PlanId = 'basic' | 'annual';
export type PlanType = 'one-time' | 'subscription';

/** What a plan cost before. */
export interface FormerPrice {
  readonly priceCents: number;
  /** The day of the deploy that changed it, in UTC: 2026-12-01. */
  readonly until: `${number}-${number}-${number}`;
  /** The provider's plan that billed it: of every former price of a subscription. */
  readonly providerPlanId?: string;
}

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly priceCents: number;
  /** Kept for good: what was paid then is held against them. */
  readonly formerPrices: readonly FormerPrice[];
  /** 'year' for a subscription billed yearly, null for a one-time purchase. */
  readonly interval: 'year' | null;
  readonly type: PlanType;
  readonly features: readonly string[];
  readonly popular: boolean;
  readonly disabled: boolean;
}

export const currency = 'USD';

/** One of each type, which is what a subscription and a report of the checkout are known by. */
export const plans: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    priceCents: 59_99,
    formerPrices: [],
    interval: null,
    type: 'one-time',
    features: ['1 Year Access', 'Basic Support', 'Core Features'],
    popular: false,
    disabled: false,
  },
  {
    id: 'annual',
    name: 'Annual Subscription',
    priceCents: 49_99,
    formerPrices: [],
    interval: 'year',
    type: 'subscription',
    features: ['Yearly Recurring Access', 'Priority Support', 'All Features', 'Automatic Updates'],
    popular: true,
    disabled: false,
  },
];

/** The plan with this id, or undefined for an unknown one. */
export const findPlan = (id: string): Plan | undefined => plans.find((plan) => plan.id === id);

/**
 * The plan that is or was sold as this type, each of which names one: also one that is sold no more, since it may have
 * been paid.
 */
export const planOfType = (type: PlanType): Plan | undefined => plans.find((plan) => plan.type === type);

/** What the application needs and connects to; a platform is named shortly in lists, in words elsewhere. */
export const requirements = {
  platforms: [
    { short: 'Windows 10/11', inWords: 'Windows 10/11' },
    { short: 'macOS 12.0+', inWords: 'macOS 12 or newer' },
  ],
  system: ['2 GB RAM', '500 MB disk', '1024x768 screen'],
  online: ['Internet for sync (coming soon)'],
  connections: [
    'MS Office integration',
    'Google Contacts sync',
    'CSV import/export',
    'Cloud backup (coming soon)',
  ],
} as const;
