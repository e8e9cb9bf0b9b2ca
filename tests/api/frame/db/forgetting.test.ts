import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeEmail } from '../../../../src/shared/email.ts';
import { unique } from '../../factories.ts';
import { openPostgres, type Postgres } from '../../neon.ts';
import { fixtures } from './fixtures.ts';

let postgres: Postgres;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  postgres = await openPostgres();
  make = fixtures(postgres.rows);
});
afterAll(() => postgres.close());

function change(table: string, id: string, set: string) {
  return postgres.rows(`update ${table} set ${set} where id = $1`, [id]);
}
const refused = { code: '23001' };

describe('an audit entry', () => {
  const facts = { email: 'a@mail.example', referred_by: 'b@mail.example', list: [1] };
  const entry = () => make.audit({ before: JSON.stringify(facts), after: JSON.stringify(facts) });
  const set = (before: object | null, after: object | null, more = "reason = 'redacted'") =>
    `before = '${JSON.stringify(before)}', after = '${JSON.stringify(after)}', ${more}`;

  test('may lose fields of before and after, and more fields later', async () => {
    const id = await entry();
    const redacted = { ...facts, referred_by: null };
    await change('audit_log', id, set(facts, redacted));
    await change('audit_log', id, set(redacted, redacted));
    await change('audit_log', id, set({ ...redacted, email: null }, redacted));
    await change('audit_log', id, "before = null, after = null, reason = 'redacted'");
  });

  test.each([
    ['without the reason "redacted"', set({ ...facts, email: null }, facts, 'reason = null')],
    ['that removes nothing', set(facts, facts)],
    ['that changes another field', set({ ...facts, email: null, list: [2] }, facts)],
    ['that removes the key of the field', set({ referred_by: facts.referred_by, list: [1] }, facts)],
    ['that adds a field', set({ ...facts, other: null }, facts)],
    ['that empties a field instead of setting it to null', set({ ...facts, email: '' }, facts)],
    ['that replaces the object with a list', set([], facts)],
    [
      'that changes another column',
      set({ ...facts, email: null }, facts, "reason = 'redacted', actor_id = 'b'"),
    ],
  ])('rejects a redaction %s', async (_case, changes) => {
    await expect(change('audit_log', await entry(), changes)).rejects.toMatchObject(refused);
  });

  test.each(['payout', 'purchase'])('of a %s may lose only its reason', async (entity) => {
    const id = await make.audit({ entity, reason: 'because', after: JSON.stringify(facts) });
    await expect(change('audit_log', id, "reason = 'because of them'")).rejects.toMatchObject(refused);
    await expect(change('audit_log', id, "reason = 'redacted', action = 'y'")).rejects.toMatchObject(refused);
    await change('audit_log', id, "reason = 'redacted'");
  });

  test('does not get a redacted field back', async () => {
    const id = await entry();
    await change('audit_log', id, set({ ...facts, email: null }, facts));
    await expect(change('audit_log', id, set(facts, facts))).rejects.toMatchObject(refused);
  });
});

describe('the address of a payout', () => {
  const approve = "state = 'approved', approved_by = 'a', approved_at = now()";

  test('can be removed in every state, but not together with another change', async () => {
    const paid = await make.payout();
    await change('payouts', paid, approve);
    await change('payouts', paid, `state = 'paid', transaction_id = '${unique()}', paid_at = now()`);
    const rejected = await make.payout();
    await change('payouts', rejected, "state = 'rejected', rejected_at = now()");
    for (const id of [await make.payout(), paid, rejected]) {
      await expect(change('payouts', id, 'payout_email = null, amount_cents = 1')).rejects.toMatchObject(
        refused,
      );
      await expect(change('payouts', id, "payout_email = 'x@y.example'")).rejects.toMatchObject(refused);
      await change('payouts', id, 'payout_email = null');
      await expect(change('payouts', id, "payout_email = 'x@y.example'")).rejects.toMatchObject(refused);
    }
  });

  test('is required for a proposed or approved payout, and not for a paid one', async () => {
    const missing = { code: '23514', constraint: 'payouts_address' };
    await expect(make.payout({ payout_email: null })).rejects.toMatchObject(missing);
    const id = await make.payout();
    await change('payouts', id, 'payout_email = null');
    await expect(change('payouts', id, approve)).rejects.toMatchObject(missing);
    await change('payouts', id, "state = 'rejected', rejected_at = now()");
    await expect(change('payouts', id, "state = 'proposed'")).rejects.toMatchObject(missing);
    const approved = await make.payout();
    await change('payouts', approved, approve);
    await change('payouts', approved, 'payout_email = null');
    await change('payouts', approved, `state = 'paid', transaction_id = '${unique()}', paid_at = now()`);
  });
});

test.each([
  'Ada@Mail.example',
  ' a.d.a+x@GoogleMail.com ',
  'a.d.a@mail.example',
  'a+b+c@mail.example',
  '+tag@mail.example',
  'a text that is no email',
  '',
])('PostgreSQL normalizes the address “%s” as the server does', async (email) => {
  const rows = await postgres.rows('select normalise_email($1) as key', [email]);
  expect(rows).toEqual([{ key: normalizeEmail(email) }]);
});

test('an event loses personal data and keeps ids, amounts and the merchant', async () => {
  const resource = {
    id: 'D1',
    amount: { value: '59.99' },
    payee: { email_address: 'shop@mail.example' },
    payer: { name: { given_name: 'Ada' }, payer_id: 'P1' },
    messages: [{ content: 'I am Ada' }],
    custom: 'write to ada@mail.example',
  };
  const rows = await postgres.rows('select strip_personal_data($1) as event', [JSON.stringify({ resource })]);
  const stripped = { payer: { name: null, payer_id: 'P1' }, messages: [{ content: null }], custom: null };
  expect(rows).toEqual([{ event: { resource: { ...resource, ...stripped } } }]);
});
