/** The provider's documented JSON shapes, as far as they are used here. */
export interface Money {
  currency_code: string;
  value: string;
}

/** The v1 payments API writes amounts its own way. */
export interface SaleMoney {
  total: string;
  currency: string;
  details?: { subtotal: string };
}

export interface Link {
  href: string;
  rel: string;
  method: string;
}

export interface Person {
  payer_id: string;
  email_address: string;
  name: { given_name: string; surname: string };
}

export interface Payee {
  merchant_id?: string | undefined;
  email_address?: string | undefined;
}

export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
export type OrderStatus = 'CREATED' | 'APPROVED' | 'COMPLETED';
export type SubscriptionStatus = 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
export type DisputeStatus = 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
export type SaleState = 'pending' | 'completed' | 'partially_refunded' | 'refunded';

export interface WebhookEvent {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: string;
  resource_version?: string;
  event_type: string;
  summary: string;
  resource: Record<string, unknown>;
  links: Link[];
}
