import { expect, test } from 'vitest';
import { createPhoneKey, readPhone } from '../../../../src/client/duplicates/phone.ts';

const areSame = (texts: readonly string[]): boolean => {
  const phones = texts.map(readPhone).filter((phone) => phone !== null);
  expect(phones).toHaveLength(texts.length);
  return new Set(phones.map(createPhoneKey(phones))).size === 1;
};

test.each([
  [['+49 30 555-0188', '0049 (0)30 5550188', '030 5550188', '(030) 555/0188', 'tel:+49-30-5550188']],
  [['+1 212 555 0143', '(212) 555-0143', '1-212-555-0143', '+12125550143']],
  [['+39 06 5550 1234', '06 55501234']],
  [['+353 1 555 0133', '01 555 0133']],
  [['030 5550188 (work)', '030 5550188']],
])('reads %j as one number', (texts) => {
  expect(areSame(texts)).toBe(true);
});

test.each([
  [['+49 30 5550188', '+49 30 5550189']],
  [['030 5550188', '+49 30 5550188', '+43 30 5550188']],
  [['+49 30 5550188', '+49 30 5550188 ext. 12', '+49 30 5550188 x13']],
  [['555 0188', '+49 555 0188']],
])('reads %j as different numbers', (texts) => {
  expect(areSame(texts)).toBe(false);
});

test.each(['112', '', 'ask Maeve', '0000000', 'n/a 12'])('finds no number in "%s"', (text) => {
  expect(readPhone(text)).toBeNull();
});
