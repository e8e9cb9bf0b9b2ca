import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isSignUpCode } from '../../../../src/shared/referral.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { forgetPlans } from '../../forget-plans.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const send = (csv: unknown, dryRun: unknown = false) =>
  api.call('POST', '/api/affiliates/import', { csv, dryRun }, { token });
const importedAffiliate = (email: string) =>
  api.rows(
    `select a.name, a.code, a.referred_by, a.date_activated, l.action, l.actor_id, l.reason, l.before, l.after
     from affiliates a left join audit_log l on l.entity_id = a.id::text where a.email = $1`,
    [email],
  );
describe('an import', () => {
  test('creates and audits an affiliate for each row, with columns in any order and spelling', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const code = `C${unique()}`;
    const csv = [
      '\uFEFFE-Mail , CODE,name, unknown,,Referred By,date_activated',
      `${first},${code},"Ada, Countess",x,,ada@kithbook.example,2025-06-01T10:00:00+02:00`,
      '',
      `  ${second} ,,Zoë,,,,6/1/2025`,
    ].join('\r\n');
    const trial = await send(csv, true);
    expect(trial).toMatchObject({ status: 200, body: { rows: 2, valid: 2, created: 0, problems: [] } });
    expect(await importedAffiliate(first)).toEqual([]);
    expect((await send(csv)).body).toEqual({
      rows: 2,
      valid: 2,
      created: 2,
      problems: [],
      ignored: ['unknown'],
    });
    expect(await importedAffiliate(first)).toEqual([
      {
        name: 'Ada, Countess',
        code: code.toLowerCase(),
        referred_by: 'ada@kithbook.example',
        date_activated: new Date('2025-06-01T08:00:00Z'),
        action: 'affiliate.create',
        actor_id: 'seed-admin',
        reason: 'import',
        before: null,
        after: expect.objectContaining({ name: 'Ada, Countess', email: first }) as unknown,
      },
    ]);
    const [affiliate] = await importedAffiliate(second);
    expect(affiliate).toMatchObject({ name: 'Zoë', date_activated: new Date('2025-06-01T00:00:00Z') });
    expect(isSignUpCode(second, String(affiliate?.code))).toBe(true);
  });

  test('is no application, so nobody waits for an answer', async () => {
    const email = newEmail();
    expect((await send(`name,email\nAda,${email}`)).body).toMatchObject({ created: 1 });
    expect(
      await api.rows('select application_state, date_activated from affiliates where email = $1', [email]),
    ).toEqual([{ application_state: 'approved', date_activated: null }]);
  });

  test('reports unknown columns once each, and columns without a heading if they have content', async () => {
    const csv = `name,,email,Notes,,Notes\nAda,more,${newEmail()},,,\nZoë,,${newEmail()},,,`;
    expect((await send(csv, true)).body).toMatchObject({ valid: 2, ignored: ['(no heading)', 'Notes'] });
    const blank = `name,,email\nAda, ,${newEmail()}`;
    expect((await send(blank, true)).body).toMatchObject({ valid: 1, ignored: [] });
  });

  test('imports an exported email that looks like a formula, without its apostrophe', async () => {
    const host = `${unique()}.example`;
    const [email, referrer] = [`=1+1|ann@${host}`, `+ben@${host}`];
    expect((await send(`name,email,referred_by\nAnn,${email},${referrer}`)).body).toMatchObject({
      created: 1,
    });
    const exported = await api.call('GET', `/api/affiliates/export?q=${host}`, undefined, { token });
    expect(exported.body).toContain(`\r\nAnn,'${email},`);
    expect(exported.body).toContain(`,'${referrer},`);
    await api.rows('delete from affiliates where email = $1', [email]);
    expect((await send(String(exported.body))).body).toMatchObject({ created: 1 });
    expect(await importedAffiliate(email)).toMatchObject([{ referred_by: referrer }]);
  });

  test('generates a unique code for each of 1,000 rows with only ten prefixes', async () => {
    const host = `${unique()}.example`;
    const rows = Array.from({ length: 1_000 }, (_, index) => `Same,crowd+${String(index)}@${host}`);
    await forgetPlans(api.rows);
    // For each of the prefixes `crowd0` to `crowd9`, 500 of the 10,000 codes are taken.
    await api.rows(
      `insert into affiliates (id, name, email, code) select gen_random_uuid(), 'crowd', 'c' || n || '@taken.example',
       'crowd' || (n % 10) || lpad(n::text, 4, '0') from generate_series(0, 4999) n`,
    );
    const answer = await send(['name,email', ...rows].join('\n'));
    expect(answer.body).toEqual({ rows: 1_000, valid: 1_000, created: 1_000, problems: [], ignored: [] });
  });
});

describe('an import is rejected', () => {
  test('if the file is not CSV or has more than 1,000 rows', async () => {
    expect(await send('name,email\n"A')).toMatchObject({ status: 422, body: { code: 'import-unreadable' } });
    const rows = Array.from({ length: 1_001 }, () => 'A,a');
    expect(await send(['name,email', ...rows].join('\n'))).toMatchObject({
      status: 422,
      body: { code: 'import-too-many-rows' },
    });
  });

  test('if it is larger than 1 MB', async () => {
    const lines = ['name,email', ...Array.from({ length: 900 }, () => `${'x'.repeat(1_000)},a`)];
    expect(await send(lines.join('\n'))).toMatchObject({ status: 200, body: { rows: 900, valid: 0 } });
    expect(await send('x'.repeat(1_100_000))).toMatchObject({
      status: 413,
      body: { code: 'import-too-large', error: 'The file is larger than 1 MB.' },
    });
  });
});

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
