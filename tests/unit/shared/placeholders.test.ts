import { expect, test } from 'vitest';
import { fillPlaceholders, placeholders, unknownPlaceholder } from '../../../src/shared/placeholders.ts';
import { site } from '../../../src/shared/site.ts';

test('texts are filled however deep they stand, and everything else stays as it is', () => {
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

test('prices and terms are those of the plans and the program', () => {
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

test('an unknown placeholder is named, and is never left standing', () => {
  expect(unknownPlaceholder('{product} by {prodct}')).toBe('prodct');
  expect(unknownPlaceholder('{product} {version}')).toBeUndefined();
  expect(() => fillPlaceholders('{prodct}')).toThrow(/no placeholder \{prodct\}.*\{product\}/);
  expect(() => fillPlaceholders('{version}')).toThrow(/\{version\}/);
  expect(fillPlaceholders('{version}', { version: '1.0' })).toBe('1.0');
});

test('names that every object has are no placeholders', () => {
  expect(unknownPlaceholder('{constructor}')).toBe('constructor');
  expect(() => fillPlaceholders('{toString}')).toThrow(/no placeholder/);
});
