import type { Certificates, State } from './state.ts';

/** A feature of the PayPal app. Calls of a feature that is off are refused. */
export type Feature = 'transaction-search' | 'disputes';

/** Settings of the simulator's start. */
export interface PayPalSettings {
  /** 0 takes a free port. */
  port: number;
  /** Complete URL of the site's webhook. */
  webhookUrl: string;
  clientId: string;
  clientSecret: string;
  merchantId: string;
  webhookId: string;
  annualPlanId: string;
  annualPlanPriceCents: number;
  /** Default: ACTIVE. */
  annualPlanStatus?: 'CREATED' | 'ACTIVE' | 'INACTIVE';
  /** Event types in the answer about the webhook. Default: all. Every event is sent regardless. */
  webhookEvents?: readonly string[];
  /** Features that are on. Default: all. */
  features?: readonly Feature[];
  /** JSON file of the state. Null keeps the state in memory only. */
  stateFile: string | null;
}

/** Switches that can change while the simulator runs, most of them for fault injection. */
export interface Switches {
  /** Delay of every REST and SDK call, in milliseconds. */
  delayMs: number;
  /** `true`: every REST and SDK call answers 503. `'hang'`: it never answers. */
  down: boolean | 'hang';
  /** Delivers every webhook twice. */
  deliverTwice: boolean;
  /** Holds webhooks until a flush, which delivers the newest first. */
  reverseOrder: boolean;
  /** Holds webhooks until a flush. */
  holdWebhooks: boolean;
  /** Delay of the first delivery of a webhook, in milliseconds. */
  webhookDelayMs: number;
  /** Leaves captures PENDING, as with an eCheck. */
  pendingCaptures: boolean;
  /** Leaves payments of subscriptions pending, as with an eCheck. */
  pendingSales: boolean;
  /** Leaves refunds pending, as with an eCheck. */
  pendingRefunds: boolean;
  /** Status with which every write is refused, without any effect. A write is a POST of the REST API that changes something. */
  refuseWrites: 429 | 500 | 503 | null;
  /** Fault after the work of a successful write: the answer is 500, or the connection ends without an answer. */
  failAfterWrite: 500 | 'disconnect' | null;
  /** Delay between the work of a successful write and its answer, in milliseconds. */
  answerDelayMs: number;
  /** Answers a successful write after its webhooks are delivered. */
  webhooksFirst: boolean;
  /** Makes `actions.order.capture()` reject a declined card instead of restarting. */
  surfaceDeclines: boolean;
  /** Rows on a page of a transaction report. Null: as the request says. */
  reportPageSize: number | null;
  /** Most records of a transaction report. Null: PayPal's limit. */
  reportLimit: number | null;
  /** PayPal's time as ISO 8601. Null: the system clock. */
  clock: string | null;
}

/** Everything that the parts of the simulator share. */
export interface SimulatorContext {
  readonly settings: PayPalSettings;
  readonly switches: Switches;
  /** Origin of the simulator. */
  readonly url: string;
  readonly state: State;
  readonly certificates: Certificates;
  /** Keys of the writes that are not answered yet: method, path and PayPal-Request-Id. */
  readonly running: Set<string>;
  /** Marks the state as changed, so that it is written to its file. */
  save(): void;
  /** Creates a webhook event with a copy of the resource, and delivers it. */
  emit(eventType: string, resourceType: string, summary: string, resource: Record<string, unknown>): void;
}

export const defaultSwitches: Readonly<Switches> = {
  delayMs: 0,
  down: false,
  deliverTwice: false,
  reverseOrder: false,
  holdWebhooks: false,
  webhookDelayMs: 0,
  pendingCaptures: false,
  pendingSales: false,
  pendingRefunds: false,
  refuseWrites: null,
  failAfterWrite: null,
  answerDelayMs: 0,
  webhooksFirst: false,
  surfaceDeclines: false,
  reportPageSize: null,
  reportLimit: null,
  clock: null,
};

/** Returns the simulator's time, which the `clock` switch can set. */
export function currentTime({ switches }: Pick<SimulatorContext, 'switches'>): Date {
  return switches.clock === null ? new Date() : new Date(switches.clock);
}

/** Returns the simulator's time in PayPal's form. */
export function currentTimestamp(context: Pick<SimulatorContext, 'switches'>): string {
  return toTimestamp(currentTime(context));
}

/** Formats a time as PayPal does, to the second: `2026-01-31T10:20:30Z`. */
export function toTimestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
