import { expect, test } from 'vitest';
import { personalKinds } from '../../../unit/server/frame/db/personal-columns.ts';
import { newAccount, newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newAffiliate, newNamedLink } from '../../factories.ts';
import { newAddressChange } from '../addresses/address-change.ts';
import { leavingScene } from './leaving-scene.ts';

const { scene, setTime, newMember, close } = leavingScene();

/** The path of keys in the export under which the rows of a table are. Arrays are flattened. */
const places: Readonly<Record<string, readonly string[]>> = {
  customers: ['customers'],
  affiliates: ['affiliates'],
  affiliate_codes: ['affiliates', 'codes'],
  link_clicks: ['affiliates', 'clicks'],
  payout_email_changes: ['affiliates', 'payout_email_changes'],
  commission_entries: ['affiliates', 'commission_entries'],
  statements: ['affiliates', 'statements'],
  payouts: ['affiliates', 'statements', 'payouts'],
  purchases: ['purchases'],
  payments: ['purchases', 'payments'],
  refunds: ['purchases', 'payments', 'refunds'],
  webhook_events: ['payment_events'],
  user_profiles: ['user_profiles'],
  newsletter_subscriptions: ['newsletter_subscriptions'],
  withdrawals: ['withdrawals'],
  address_changes: ['address_changes'],
  sign_ins: ['sign_ins'],
  mails: ['mails'],
  audit_log: ['audit_entries'],
};

/** Personal columns that the export leaves out, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'affiliates.search_text': 'a copy of other columns',
  'customers.search_text': 'a copy of other columns',
  'user_profiles.search_text': 'a copy of other columns',
  'newsletter_subscriptions.search_text': 'a copy of other columns',
  'purchases.search_text': 'a copy of other columns',
  'audit_log.search_text': 'a copy of other columns',
  'commission_entries.source': 'PayPal’s id of a buyer’s payment',
  'mails.data': 'may name other people',
  'withdrawals.handled_by': 'the admin',
  'payouts.approved_by': 'the admin',
  'payouts.exported_by': 'the admin',
  'payout_email_changes.changed_by': 'the person or an admin; the audit entries tell which',
  'commission_holds.released_by': 'the admin',
  'letters.sent_by': 'the admin',
  'paypal_actions.requested_by': 'in the audit entries',
  'paypal_actions.reason': 'in the audit entries',
  'paypal_actions.provider_id': 'the id of the refund or the purchase, which are exported',
  'disputes.provider_id': 'PayPal’s events have the dispute',
  'portal_sessions.email': 'lasts an hour',
  'portal_sessions.uid': 'lasts an hour',
  'suppressed_addresses.address_hash': 'a hash, which names nobody; the newsletter record says why it ended',
  'rate_limits.key': 'a hash or a network, for a day at most',
  'leases.name': 'lasts seconds',
};

/** Returns the objects at a path of keys. */
const objectsAt = (data: unknown, keys: readonly string[]): object[] =>
  keys.reduce<object[]>(
    (objects, key) => objects.flatMap((object) => (object as Record<string, object[]>)[key] ?? []),
    [data as object],
  );

test('the export has every personal column of the database, or a reason why not', async () => {
  const ada = await newMember();
  const { rows } = scene.api;
  const make = fixtures(rows);
  const { email, uid } = ada;
  await ada.earn('2025-08-05T00:00:00Z', 120_00);
  const link = await newNamedLink(rows, ada.code, 'Blog');
  await rows("insert into link_clicks (code, day, clicks) values ($1, '2025-08-05', 3)", [link]);
  await make.payoutEmailChange({ affiliate_id: ada.id, email: 'pay@mail.example', changed_by: uid });
  setTime('2025-09-01T02:10:00Z');
  await close('2025-08');
  const purchase = await make.purchase({ provider_id: 'A1', payer_email: email, payer_email_key: email });
  const payment = await make.payment({ purchase_id: purchase });
  await make.refund({ payment_id: payment });
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
  const missing = personalKinds
    .flatMap(({ columns }) => columns)
    .filter((name) => {
      const [table = '', column = ''] = name.split('.');
      const keys = places[table];
      return !(keys && objectsAt(body, keys).some((object) => column in object));
    });
  expect(missing.sort()).toEqual(Object.keys(leftOut).sort());
  expect(objectsAt(body, ['affiliates', 'clicks'])).toEqual([{ code: link, day: '2025-08-05', clicks: 3 }]);
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
