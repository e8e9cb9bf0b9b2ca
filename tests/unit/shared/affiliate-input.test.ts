import { expect, test } from 'vitest';
import { parseInput } from '../../../src/server/frame/http/input.ts';
import {
  affiliateApplication,
  affiliateChange,
  affiliateInput,
} from '../../../src/shared/schemas/affiliate.ts';
import { refusal } from '../server/frame/http/refusal.ts';

const valid = { name: 'Ada', email: 'ada@mail.example', code: 'ada0001', referred_by: null };

const ofEveryCall = [
  ['name', '  ', 'affiliate-name-required'],
  ['name', undefined, 'affiliate-name-required'],
  ['name', 'x'.repeat(101), 'invalid'],
  ['name', 'a\0b', 'invalid'],
  ['email', '', 'email-required'],
  ['email', null, 'email-required'],
  ['email', 'no address', 'email-invalid'],
  ['email', `${'x'.repeat(250)}@mail.example`, 'email-invalid'],
  ['referred_by', 'nobody', 'email-invalid'],
  ['code', 'a\0b', 'invalid'],
] as const;
const ofNewOnes = [
  ['name', 'two\nlines', 'invalid'],
  ['name', 'back\u202ewards', 'invalid'],
  ['code', '', 'affiliate-code-required'],
  ['code', undefined, 'affiliate-code-required'],
] as const;
const ofAdmins = [
  ['date_activated', '2025-06-01', 'invalid'],
  ['date_activated', 'yesterday', 'invalid'],
  ['date_activated', '0000-01-01T00:00:00Z', 'invalid'],
  ['date_activated', 7, 'invalid'],
] as const;
const ofCreations = [
  ['code', 'x'.repeat(33), 'affiliate-code-shape'],
  ['code', '-a', 'affiliate-code-shape'],
] as const;
const ofChanges = [
  ['version', 'one', 'invalid'],
  ['version', 2 ** 31, 'invalid'],
] as const;

test.each([
  ...[...ofEveryCall, ...ofNewOnes].map((row) => ['an application', affiliateApplication, ...row] as const),
  ...[...ofEveryCall, ...ofNewOnes, ...ofAdmins, ...ofCreations].map(
    (row) => ['a creation', affiliateInput, ...row] as const,
  ),
  ...[...ofEveryCall, ...ofAdmins, ...ofChanges].map((row) => ['a change', affiliateChange, ...row] as const),
])('parseInput rejects %s (%#) with a wrong field', (_what, schema, field, value, code) => {
  const problem = refusal(() => parseInput<unknown>(schema, { ...valid, [field]: value }));
  expect([field, value, problem]).toMatchObject([field, value, { code, fields: [{ field }] }]);
});
