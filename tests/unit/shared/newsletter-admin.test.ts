import { expect, test } from 'vitest';
import { newsletterAdminMessages as texts } from '../../../src/shared/messages/newsletter-admin.ts';

test('a letter names its audience and their number before it is sent, and its progress afterwards', () => {
  expect(texts.sendTo('affiliates', 5_000)).toBe('Send to 5,000 affiliates');
  expect(texts.confirmSend('New terms', 'affiliates', 1)).toBe('Send “New terms” to 1 affiliate?');
  expect(texts.confirmSend('News', 'readers', 2)).toBe('Send “News” to 2 confirmed addresses?');
  expect(texts.progress(4_812, 5_000)).toBe('4,812 of 5,000 sent');
});
