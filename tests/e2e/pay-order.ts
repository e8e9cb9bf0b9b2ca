import { exampleSettings } from '../../stack/settings.ts';
import type { StackFixtures } from './stack-fixtures.ts';
import { stackUrl } from './stack-fixtures.ts';

interface PaidOrder {
  readonly orderId: string;
  /** PayPal's id of the payment. */
  readonly captureId: string;
}

/** Buys the Basic plan at PayPal without a browser. PayPal's events record the purchase soon afterwards. */
export async function payOrder(paypal: StackFixtures['paypal'], email: string): Promise<PaidOrder> {
  const call = await paypalCaller();
  const unit = { custom_id: 'basic', amount: { currency_code: 'USD', value: '59.99' } };
  const order = (await call('/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [unit] })) as {
    id: string;
  };
  await paypal(`approve/${order.id}`, { email });
  const captured = (await call(`/v2/checkout/orders/${order.id}/capture`, {})) as {
    purchase_units: readonly { payments: { captures: readonly { id: string }[] } }[];
  };
  return { orderId: order.id, captureId: captured.purchase_units[0]?.payments.captures[0]?.id ?? '' };
}

/** Returns a function that posts to PayPal's REST API as the server. */
export async function paypalCaller(): Promise<(path: string, body: object) => Promise<unknown>> {
  const settings = exampleSettings();
  const credentials = `${settings['PUBLIC_PAYPAL_CLIENT_ID'] ?? ''}:${settings['PAYPAL_CLIENT_SECRET'] ?? ''}`;
  const token = (await post(
    '/v1/oauth2/token',
    `Basic ${btoa(credentials)}`,
    new URLSearchParams({ grant_type: 'client_credentials' }),
  )) as { access_token: string };
  return (path, body) => post(path, `Bearer ${token.access_token}`, JSON.stringify(body));
}

async function post(path: string, authorization: string, body: string | URLSearchParams): Promise<unknown> {
  const response = await fetch(stackUrl('E2E_PAYPAL') + path, {
    method: 'POST',
    headers: { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
    body,
  });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
  return response.json();
}
