import { expect, test } from 'vitest';
import { createPayPal } from '../../../../../src/server/clients/paypal/paypal-client.ts';

test.each([
  ['https://api-m.paypal.com', 'https://www.paypal.com/activity/payment/3C679366HH908993F'],
  ['https://api-m.sandbox.paypal.com', 'https://www.sandbox.paypal.com/activity/payment/3C679366HH908993F'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010/activity/payment/3C679366HH908993F'],
])('a transaction of %s is on the website %s', (apiUrl, address) => {
  const paypal = createPayPal({ apiUrl, clientId: 'id', clientSecret: 'secret', webhookId: 'WH' });
  expect(paypal.transactionUrl('3C679366HH908993F')).toBe(address);
});
