import { expect, test } from 'vitest';
import { versionsOf } from '../../../src/copy/policy-versions.ts';

const page = (id: string, day: string) => ({ id, policy: { begins: new Date(day), changes: `Of ${day}.` } });

test('versionsOf lists the versions of one policy, newest first, each with its own address', () => {
  const pages = [
    page('terms-2026-11-28', '2026-11-28'),
    page('terms', '2027-02-01'),
    page('privacy-policy', '2026-12-01'),
    { id: 'terms-of-trade', policy: undefined },
  ];
  expect(versionsOf('terms', pages)).toEqual([
    { version: '2027-02-01', path: '/terms-2027-02-01', changes: 'Of 2027-02-01.', isCurrent: true },
    { version: '2026-11-28', path: '/terms-2026-11-28', changes: 'Of 2026-11-28.', isCurrent: false },
  ]);
});
