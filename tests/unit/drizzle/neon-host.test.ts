import { expect, test } from 'vitest';
import { directAddress, isNeonHost } from '../../../drizzle/neon-host.ts';

test('directAddress removes Neon’s pooler, and leaves other addresses unchanged', () => {
  const pooled =
    'postgresql://keeper:secret@ep-cool-1-pooler.eu-central-1.aws.neon.tech/site?sslmode=require';
  expect(directAddress(pooled)).toBe(pooled.replace('-pooler', ''));
  const other = 'postgresql://keeper:secret@db-pooler.host.example/site';
  expect(directAddress(other)).toBe(other);
  expect([isNeonHost('ep-cool-1.eu-central-1.aws.neon.tech'), isNeonHost('neon.tech.example')]).toEqual([
    true,
    false,
  ]);
});
