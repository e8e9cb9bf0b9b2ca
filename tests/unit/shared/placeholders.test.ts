import { describe, expect, test } from 'vitest';
import {
  fillPlaceholders,
  placeholders,
  placeholderValues,
  unknownPlaceholder,
} from '../../../src/shared/placeholders.ts';
import { programTerms } from '../../../src/shared/program.ts';
import { site } from '../../../src/shared/site.ts';

test('fillPlaceholders fills texts at any depth, and leaves other values unchanged', () => {
  const date = new Date(0);
  expect(
    fillPlaceholders({ a: ['{product}!', { b: 'mailto:{email}' }], date, n: 1, no: null, yes: true }),
  ).toEqual({
    a: [`${site.product}!`, { b: `mailto:${site.email}` }],
    date,
    n: 1,
    no: null,
    yes: true,
  });
});

test('the placeholders have the prices of the plans and the terms of the program', () => {
  expect(placeholders).toMatchObject({
    'price.basic': '$59.99',
    'price.annual': '$49.99',
    'program.rate': '25%',
    'program.renewal-rate': '10%',
    'program.year': '2025',
    'program.tracking-days': '60',
    'program.minimum-payout': '$100',
    'program.review-days': '2',
    'program.subscriptions': '97-297',
    'program.annual-founders': '$12.50',
    'program.annual-renewal': '$5.00',
    'program.basic-founders': '$15.00',
  });
});

describe('the rates of the affiliate program', () => {
  const { from, until } = programTerms[0].founders;

  test('are the founders’ rates until the end of the founders’ year', () => {
    expect(placeholderValues((from + until) / 2)).toMatchObject({
      'program.today': '25% on referrals, 10% on renewals',
      'program.today-subscriptions': '25% on new subscriptions, 10% on renewals',
      'program.first-rate': '25%',
      'program.annual-first': '$12.50',
      'program.basic-first': '$15.00',
      'program.entry-first': '25% of $49.99 (first payment)',
      'program.founders-state': 'runs through December 31, 2025',
    });
    expect(placeholderValues(until - 1)).toMatchObject({ 'program.first-rate': '25%' });
  });

  test('are the normal rates afterwards, and the founders’ year has ended', () => {
    expect(placeholderValues(until)).toMatchObject({
      'program.today': '10% on referrals and renewals',
      'program.today-subscriptions': '10% on new subscriptions and renewals',
      'program.first-rate': '10%',
      'program.annual-first': '$5.00',
      'program.basic-first': '$6.00',
      'program.entry-first': '10% of $49.99 (first payment)',
      'program.founders-state': 'ended on December 31, 2025',
    });
  });
});

test('unknownPlaceholder reports an unknown placeholder, and fillPlaceholders throws for it', () => {
  expect(unknownPlaceholder('{product} by {prodct}')).toBe('prodct');
  expect(unknownPlaceholder('{product} {version}')).toBeUndefined();
  expect(() => fillPlaceholders('{prodct}')).toThrow(/no placeholder \{prodct\}.*\{product\}/);
  expect(() => fillPlaceholders('{version}')).toThrow(/\{version\}/);
  expect(fillPlaceholders('{version}', { version: '1.0' })).toBe('1.0');
});
