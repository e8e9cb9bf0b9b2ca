import { expect, test } from 'vitest';
import { refusalText } from '../../../src/shared/messages/refunds.ts';

test.each([
  ['INSUFFICIENT_FUNDS', 'There isn’t enough money in our PayPal account. (INSUFFICIENT_FUNDS)'],
  ['NEW_CODE', 'NEW_CODE'],
  ['constructor', 'constructor'],
])('PayPal’s refusal %s reads %s', (code, text) => {
  expect(refusalText(code)).toBe(text);
});
