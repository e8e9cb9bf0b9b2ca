import { expect, test } from 'vitest';
import { fillPlaceholders, placeholders, unknownPlaceholder } from '../../../src/shared/placeholders.ts';
import { site } from '../../../src/shared/site.ts';

test('fills texts at any depth, and leaves other values unchanged', () => {
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

test('has the prices of the plans and the terms of the program', () => {
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

test('reports an unknown placeholder, and throws when filling it', () => {
  expect(unknownPlaceholder('{product} by {prodct}')).toBe('prodct');
  expect(unknownPlaceholder('{product} {version}')).toBeUndefined();
  expect(() => fillPlaceholders('{prodct}')).toThrow(/no placeholder \{prodct\}.*\{product\}/);
  expect(() => fillPlaceholders('{version}')).toThrow(/\{version\}/);
  expect(fillPlaceholders('{version}', { version: '1.0' })).toBe('1.0');
});

test('does not take properties of Object for placeholders', () => {
  expect(unknownPlaceholder('{constructor}')).toBe('constructor');
  expect(() => fillPlaceholders('{toString}')).toThrow(/no placeholder/);
});
