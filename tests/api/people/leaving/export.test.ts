import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { registeredTables } from '../../../../src/server/frame/db/personal-columns.ts';
import { newAccount, newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, newNamedLink } from '../../factories.ts';
import { newAddressChange } from '../addresses/address-change.ts';
import { leavingScene } from './leaving-scene.ts';

const { scene, setTime, newMember, close } = leavingScene();

/** The keys of tables in the export, where they differ from the names of the tables. */
const keys: Readonly<Record<string, string>> = {
  affiliate_codes: 'codes',
  link_clicks: 'clicks',
  webhook_events: 'payment_events',
  audit_log: 'audit_entries',
};

/** Returns the rows under a key, anywhere in the export. */
function rowsUnder(data: unknown, key: string): object[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    name === key ? (value as object[]) : rowsUnder(value, key),
  );
}

test('the export has every personal column of the database, or a reason why not', async () => {
  const ada = await newMember();
  const { rows } = scene.api;
  const make = fixtures(rows);
  const { email, uid } = ada;
  await ada.earn('2025-08-05T00:00:00Z', 120_00);
  const link = await newNamedLink(rows, ada.code, 'Blog');
  await rows("insert into link_clicks (code, day, clicks) values ($1, '2025-08-05', 3)", [link]);
  await make.payoutEmailChange({ affiliate_id: ada.id, email: 'pay@mail.example', changed_by: uid });
  await make.other('sale_claims', { affiliate_id: ada.id, order_number: 'A1', day: '2025-08-05' });
  setTime('2025-09-01T02:10:00Z');
  await close('2025-08');
  const purchase = await make.purchase({ provider_id: 'A1', payer_email: email, payer_email_key: email });
  await make.other('invitations', {
    token_hash: email,
    plan_id: 'basic',
    price_cents: 29_99,
    reason: 'For founders',
    ends_at: '2025-10-01T00:00:00Z',
    purchase_id: purchase,
  });
  const payment = await make.payment({ purchase_id: purchase });
  await make.refund({ payment_id: payment });
  await make.other('receipt_versions', { payment_id: payment, version: 2, company: 'Ada Ltd' });
  await make.other('licenses', { payment_id: payment, covers_until: '2026-09-01', text: 'A license' });
  await make.other('user_profiles', { user_id: uid, email: null });
  await scene.api.call('POST', '/api/customers', { name: 'Ada', email, newsletter: true });
  await make.other('customers', { name: 'Ada', email });
  await make.other('withdrawals', { name: 'Ada', email, order_number: 'A1' });
  await make.other('webhook_events', {
    id: 'WH-1',
    type: 'PAYMENT.CAPTURE.COMPLETED',
    resource_id: (await rows('select provider_id from payments where id = $1', [payment]))[0]?.provider_id,
    body: '{}',
    occurred_at: scene.now,
  });
  await make.other('address_changes', {
    uid,
    old_email: 'former@mail.example',
    new_email: email,
    payment_email: 'pay@mail.example',
  });
  await rows("insert into sign_ins (uid, auth_time, browser) values ($1, now(), 'Firefox')", [uid]);
  await ada.call('PUT', '/api/affiliates/mails', { muted: ['first-sale'] });

  const { status, body, headers } = await ada.call('GET', '/api/account/export');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-account-2025-09-01.json"');
  expect(body).toMatchObject({ account: { uid, email, email_verified: true } });
  for (const { table, columns } of registeredTables) {
    const name = getTableName(table);
    const found = rowsUnder(body, keys[name] ?? name).flatMap((row) => Object.keys(row));
    for (const [key, { notExported }] of Object.entries(columns)) {
      const isFound = found.includes(String(getTableColumns(table)[key]?.name));
      expect([name, key, isFound]).toEqual([name, key, notExported === undefined]);
    }
  }
  expect(rowsUnder(body, 'clicks')).toEqual([{ code: link, day: '2025-08-05', clicks: 3 }]);
});

test('the export has the caller’s own profile without an address, and nothing of another account', async () => {
  const [ada, pia] = [await newConfirmedAccount(), await newConfirmedAccount()];
  const make = fixtures(scene.api.rows);
  for (const { uid } of [ada, pia]) await make.other('user_profiles', { user_id: uid, name: uid });
  await newAffiliate(scene.api.rows, { email: pia.email });
  const { body } = await scene.api.call('GET', '/api/account/export', undefined, { token: ada.token });
  expect(body).toMatchObject({ user_profiles: [{ user_id: ada.uid }], affiliates: [] });
  expect(JSON.stringify(body)).not.toContain(pia.uid);
});

test('the export does not name somebody who entered the address by mistake', async () => {
  const [ada, pia] = [await newConfirmedAccount(), await newConfirmedAccount()];
  await newAddressChange(scene.api, pia, ada.email);
  const { body } = await scene.api.call('GET', '/api/account/export', undefined, { token: ada.token });
  expect(body).toMatchObject({ address_changes: [{ new_email: ada.email }] });
  for (const text of [pia.uid, pia.email]) expect(JSON.stringify(body)).not.toContain(text);
});

test('the export is refused for an unconfirmed address, which may be somebody else’s', async () => {
  const { token } = await newAccount();
  const { body } = await scene.api.call('GET', '/api/account/export', undefined, { token });
  expect(body).toMatchObject({ code: 'email-unverified' });
});
