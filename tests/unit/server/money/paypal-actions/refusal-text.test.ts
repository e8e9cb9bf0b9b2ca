import { expect, test } from 'vitest';
import { refusalText, withRefusalText } from '../../../../../src/server/money/paypal-actions/refusal-text.ts';

test.each([
  ['REFUND_TIME_LIMIT_EXCEEDED', /^The payment is too old to be refunded/],
  ['SUBSCRIPTION_STATUS_INVALID', /^The subscription can’t be cancelled/],
  ['A_NEW_CODE', /^PayPal’s reason is new to us/],
  ['constructor', /^PayPal’s reason is new to us/],
  ['PayPal answered 400', /^PayPal’s reason is new to us/],
])('the refusal %s is a sentence with the code behind it', (code, sentence) => {
  expect(refusalText(code)).toMatch(sentence);
  expect(refusalText(code).endsWith(` (${code})`)).toBe(true);
});

test('only a refusal is put in words', () => {
  const waiting = { state: 'waiting', error: 'PayPal cannot be reached.' };
  expect(withRefusalText(waiting)).toEqual(waiting);
  expect(withRefusalText({ state: 'refused', error: null })).toEqual({ state: 'refused', error: null });
});
