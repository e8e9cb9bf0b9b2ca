import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { normaliseEmail } from '../../../src/shared/normalise-email.ts';
import { inProject } from '../../../stack/paths.ts';
import type { Row } from '../harness.ts';
import { unique } from '../mint.ts';
import { openPostgres, type Postgres } from '../neon.ts';
import { fixtures } from './fixtures.ts';

let postgres: Postgres;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  postgres = await openPostgres();
  make = fixtures(postgres.rows);
});
afterAll(() => postgres.close());

const change = (table: string, id: string, set: string) =>
  postgres.rows(`update ${table} set ${set} where id = $1`, [id]);
const refused = { code: '23001' };

describe('an entry of the log', () => {
  const facts = { email: 'a@mail.example', referred_by: 'b@mail.example', list: [1] };
  const entry = () => make.audit({ before: JSON.stringify(facts), after: JSON.stringify(facts) });
  const set = (before: object | null, after: object | null, more = "reason = 'redacted'") =>
    `before = '${JSON.stringify(before)}', after = '${JSON.stringify(after)}', ${more}`;

  test('may lose fields of what it said, before or after, and more of them later', async () => {
    const id = await entry();
    const less = { ...facts, referred_by: null };
    await change('audit_log', id, set(facts, less));
    await change('audit_log', id, set(less, less));
    await change('audit_log', id, set({ ...less, email: null }, less));
    await change('audit_log', id, "before = null, after = null, reason = 'redacted'");
  });

  test.each([
    ['saying so', set({ ...facts, email: null }, facts, 'reason = null')],
    ['losing anything', set(facts, facts)],
    ['keeping the other fields', set({ ...facts, email: null, list: [2] }, facts)],
    ['keeping the field itself', set({ referred_by: facts.referred_by, list: [1] }, facts)],
    ['the field being there', set({ ...facts, other: null }, facts)],
    ['being emptied', set({ ...facts, email: '' }, facts)],
    ['staying an object', set([], facts)],
    ['the rest staying', set({ ...facts, email: null }, facts, "reason = 'redacted', actor_id = 'b'")],
  ])('loses no field without %s', async (_what, changes) => {
    await expect(change('audit_log', await entry(), changes)).rejects.toMatchObject(refused);
  });

  test.each(['payout', 'purchase'])(
    'of a %s may lose its reason alone, and nothing else with it',
    async (entity) => {
      const id = await make.audit({ entity, reason: 'because', after: JSON.stringify(facts) });
      await expect(change('audit_log', id, "reason = 'because of them'")).rejects.toMatchObject(refused);
      await expect(change('audit_log', id, "reason = 'redacted', action = 'y'")).rejects.toMatchObject(
        refused,
      );
      await change('audit_log', id, "reason = 'redacted'");
    },
  );

  test('gets no field back', async () => {
    const id = await entry();
    await change('audit_log', id, set({ ...facts, email: null }, facts));
    await expect(change('audit_log', id, set(facts, facts))).rejects.toMatchObject(refused);
  });
});

describe('a payout’s address', () => {
  const approve = "state = 'approved', approved_by = 'a', approved_at = now()";

  test('can be taken away in every state, and nothing with it', async () => {
    const paid = await make.payout();
    await change('payouts', paid, approve);
    await change('payouts', paid, `state = 'paid', transaction_id = '${unique()}', paid_at = now()`);
    const rejected = await make.payout();
    await change('payouts', rejected, "state = 'rejected'");
    for (const id of [await make.payout(), paid, rejected]) {
      await expect(change('payouts', id, 'payout_email = null, amount_cents = 1')).rejects.toMatchObject(
        refused,
      );
      await expect(change('payouts', id, "payout_email = 'x@y.example'")).rejects.toMatchObject(refused);
      await change('payouts', id, 'payout_email = null');
      await expect(change('payouts', id, "payout_email = 'x@y.example'")).rejects.toMatchObject(refused);
    }
  });

  test('must be there when one is proposed or approved, not when it is noted as paid', async () => {
    const missing = { code: '23514', constraint: 'payouts_address' };
    await expect(make.payout({ payout_email: null })).rejects.toMatchObject(missing);
    const id = await make.payout();
    await change('payouts', id, 'payout_email = null');
    await expect(change('payouts', id, approve)).rejects.toMatchObject(missing);
    await change('payouts', id, "state = 'rejected'");
    await expect(change('payouts', id, "state = 'proposed'")).rejects.toMatchObject(missing);
    const approved = await make.payout();
    await change('payouts', approved, approve);
    await change('payouts', approved, 'payout_email = null');
    await change('payouts', approved, `state = 'paid', transaction_id = '${unique()}', paid_at = now()`);
  });
});

describe('the migration', () => {
  let old: pg.Pool;
  const rows = async (text: string, values: unknown[] = []) => (await old.query<Row>(text, values)).rows;
  const folder = inProject('drizzle/migrations');
  const run = async (isWanted: (file: string) => boolean) => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files.filter(isWanted))
      await old.query(await readFile(path.join(folder, file), 'utf8'));
  };

  beforeAll(async () => {
    const name = `api_${unique()}`;
    const admin = new pg.Client({ connectionString: inject('postgresUrl') });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    await admin.end();
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    old = new pg.Pool({ connectionString: url.href, max: 1 });
    await run((file) => file < '0003');
  });
  afterAll(() => old.end());

  test('brings what was stored before under the rules: events, payouts of closed records, keys of addresses', async () => {
    const before = fixtures(rows);
    const typed = ['Ada@Mail.example', 'a.d.a+x@GoogleMail.com ', 'a.d.a@mail.example'];
    const purchases = [];
    for (const payer_email of typed)
      purchases.push(await before.purchase({ payer_email, payer_email_key: 'old' }));
    const nobody = await before.purchase();
    await before.other('webhook_events', {
      id: 'E1',
      type: 'CUSTOMER.DISPUTE.CREATED',
      body: JSON.stringify({ resource: { dispute_id: 'D1', messages: [{ content: 'I am Ada' }] } }),
      occurred_at: new Date(),
    });
    const [open, closed] = [await before.affiliate(), await before.affiliate()];
    const payouts = [];
    for (const affiliate_id of [open, closed])
      payouts.push(await before.payout({ statement_id: await before.statement({ affiliate_id }) }));
    await rows('update affiliates set closed_at = now(), email = null, date_activated = null where id = $1', [
      closed,
    ]);

    await run((file) => file.startsWith('0003'));
    const keys = 'select payer_email_key as key from purchases where id = any ($1) order by id';
    expect(await rows(keys, [purchases])).toEqual(typed.map((email) => ({ key: normaliseEmail(email) })));
    expect(await rows(keys, [[nobody]])).toEqual([{ key: null }]);
    expect(await rows('select body from webhook_events')).toEqual([
      { body: { resource: { dispute_id: 'D1', messages: [{ content: null }] } } },
    ]);
    expect(await rows('select payout_email from payouts where id = any ($1) order by id', [payouts])).toEqual(
      [{ payout_email: 'payout@mail.example' }, { payout_email: null }],
    );
  });
});
