import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const send = (csv: unknown, dryRun: unknown = false) =>
  api.call('POST', '/api/affiliates/import', { csv, dryRun }, { token });
const counts = async () => {
  const [row] = await api.rows(
    'select (select count(*)::int from affiliates) affiliates, (select count(*)::int from audit_log) audited',
  );
  return z.object({ affiliates: z.number(), audited: z.number() }).parse(row);
};
/** Imports a wrong file, with and without `dryRun`. Expects the same report and no new rows, and returns the report. */
const problemsOf = async (csv: string) => {
  const before = await counts();
  const [trial, real] = [await send(csv, true), await send(csv)];
  expect(await counts()).toEqual(before);
  expect(trial.status).toBe(200);
  expect(real.body).toEqual(trial.body);
  return z.looseObject({ problems: z.array(z.unknown()) }).parse(trial.body);
};

describe('an import with a wrong row writes nothing and reports the row', () => {
  const header = 'name,email,code,referred_by,date_activated';
  const notADate = 'Not a date. Write it like 2025-08-31 or 8/31/2025';
  const validRow = () => `Good,${newEmail()},,,`;

  test.each<[string, string, string]>([
    [',a@mail.example,,,', 'name', 'Name is required'],
    ['"two\nlines",a@mail.example,,,', 'name', 'Contains characters that cannot be stored'],
    ['Bad', 'email', 'Email is required'],
    ['Bad,a@mail.example,,nobody,', 'referred_by', 'Please enter a valid email address'],
    ['Bad,a@mail.example,,,31/8/2025', 'date_activated', notADate],
    ['Bad,a@mail.example,,,2/30/2025', 'date_activated', notADate],
    ['Bad,a@mail.example,,,2999-01-01', 'date_activated', 'Not in the future'],
    ['Bad,a@mail.example,,,,more', '', 'There are more cells than columns'],
  ])('%j', async (row, field, message) => {
    const report = await problemsOf([header, validRow(), '', row, validRow()].join('\n'));
    expect(report).toEqual({
      rows: 3,
      valid: 2,
      created: 0,
      problems: [{ row: 4, field, message }],
      ignored: [],
    });
  });

  test('an email or a code that appears in two rows, in any letter case', async () => {
    const [email, code] = [newEmail(), `c${unique()}`];
    const rows = [
      `A,${email},${code},,`,
      `B,${email.toUpperCase()},,,`,
      `C,${newEmail()},${code.toUpperCase()},,`,
    ];
    expect(await problemsOf([header, ...rows].join('\n'))).toEqual({
      rows: 3,
      valid: 1,
      created: 0,
      problems: [
        { row: 3, field: 'email', message: 'The same as in row 2' },
        { row: 4, field: 'code', message: 'The same as in row 2' },
      ],
      ignored: [],
    });
  });

  test('an email or a code that an affiliate already has, in any letter case', async () => {
    const { email, code } = await newAffiliate(api.rows);
    const row = `A,${email.toUpperCase()},${code.toUpperCase()},,`;
    expect(await problemsOf([header, row, validRow()].join('\n'))).toMatchObject({
      valid: 1,
      problems: [
        { row: 2, field: 'email', message: 'An affiliate with this email already exists.' },
        { row: 2, field: 'code', message: 'This affiliate code is already taken.' },
      ],
    });
  });

  test.each([
    ['email\na@mail.example', 'name', 'The column is missing'],
    ['name,email,Email\nA,a@mail.example,b@mail.example', 'email', 'The column appears twice'],
  ])('%j', async (csv, field, message) => {
    const { problems, ...totals } = await problemsOf(csv);
    expect(problems).toContainEqual({ row: 1, field, message });
    expect(totals).toMatchObject({ rows: 1, valid: 0, created: 0 });
  });

  test('an empty file', async () => {
    expect(await problemsOf('')).toMatchObject({ rows: 0, valid: 0, problems: [{ row: 1 }, { row: 1 }] });
    expect(await problemsOf(header)).toEqual({ rows: 0, valid: 0, created: 0, problems: [], ignored: [] });
  });
});
