export type PlanId = 'basic' | 'annual';
export type PlanType = 'one-time' | 'subscription';

/** A price that a plan had before. */
export interface FormerPrice {
  readonly priceCents: number;
  /** The day of the deploy that changed the price, in UTC: 2026-12-01. */
  readonly until: `${number}-${number}-${number}`;
  /** The PayPal plan that billed the price. Every former price of a subscription has it. */
  readonly providerPlanId?: string;
}

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly priceCents: number;
  /** Former prices are never removed, because old payments are compared with them. */
  readonly formerPrices: readonly FormerPrice[];
  /** 'year' for a subscription billed yearly, null for a one-time purchase. */
  readonly interval: 'year' | null;
  readonly type: PlanType;
  readonly features: readonly string[];
  readonly popular: boolean;
  readonly disabled: boolean;
}

export const currency = 'USD';

/** The plans on sale, one of each type. Prices are US cents. Pages, checkout, structured data and the server read them. */
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

export function findPlan(id: string): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}

/** Finds the plan of a type, even a disabled plan, because it may have been paid. */
export function planOfType(type: PlanType): Plan | undefined {
  return plans.find((plan) => plan.type === type);
}

/**
 * System requirements and connections of the application. Lists show `short`, sentences `inWords`. `minimum` and `appcastName` are for
 * the program, which looks for updates.
 */
export const requirements = {
  platforms: [
    {
      name: 'Windows',
      short: 'Windows 10/11',
      inWords: 'Windows 10/11',
      minimum: '10.0',
      appcastName: 'windows',
    },
    {
      name: 'Mac',
      short: 'macOS 12.0+',
      inWords: 'macOS 12 or newer',
      minimum: '12.0',
      appcastName: 'macos',
    },
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
