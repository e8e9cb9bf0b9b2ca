/** A feature of the app: its calls are refused unless it is switched on. */
export type Feature = 'transaction-search' | 'disputes';

/** What the simulator is told once, at its start. */
export interface PayPalSettings {
  /** 0 takes any free port; the simulator's `url` tells which. */
  port: number;
  /** Where the site receives webhooks, as a complete URL. */
  webhookUrl: string;
  clientId: string;
  clientSecret: string;
  merchantId: string;
  webhookId: string;
  annualPlanId: string;
  annualPlanPriceCents: number;
  /** Whether the plan is open to subscribers; without it, it is. */
  annualPlanStatus?: 'CREATED' | 'ACTIVE' | 'INACTIVE';
  /** The events that the webhook is registered for, as GET tells; without them, all. Every event is sent. */
  webhookEvents?: readonly string[];
  /** What of the app's features is switched on; without it, all. */
  features?: readonly Feature[];
  /** JSON file that keeps the state between starts; null keeps it in memory. */
  stateFile: string | null;
}

/** What can be changed while it runs, to play the provider's bad days. */
export interface Switches {
  /** Every REST and SDK call waits this long first, in milliseconds. */
  delayMs: number;
  /** true: every REST and SDK call answers 503; 'hang': it never answers. */
  down: boolean | 'hang';
  /** Every webhook is delivered twice. */
  deliverTwice: boolean;
  /** Webhooks are held, and a flush delivers the newest first. */
  reverseOrder: boolean;
  /** Webhooks are held until a flush. */
  holdWebhooks: boolean;
  /** Wait before a webhook's first delivery, in milliseconds. */
  webhookDelayMs: number;
  /** Captures stay PENDING, as with an eCheck, until they are settled. */
  pendingCaptures: boolean;
  /** Subscriptions' payments stay pending, as with an eCheck, until they are completed. */
  pendingSales: boolean;
  /** `actions.order.capture()` rejects a declined card instead of restarting by itself. */
  surfaceDeclines: boolean;
  /** Rows on one page of a transaction report, whatever is asked; null: as asked. */
  reportPageSize: number | null;
  /** Records that a transaction report may find before it is refused; null: the provider's own number. */
  reportLimit: number | null;
  /** What the provider takes for the present, ISO 8601; null: the machine's clock. */
  clock: string | null;
}

export const quietSwitches: Readonly<Switches> = {
  delayMs: 0,
  down: false,
  deliverTwice: false,
  reverseOrder: false,
  holdWebhooks: false,
  webhookDelayMs: 0,
  pendingCaptures: false,
  pendingSales: false,
  surfaceDeclines: false,
  reportPageSize: null,
  reportLimit: null,
  clock: null,
};
