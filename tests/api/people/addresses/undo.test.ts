import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { canSignIn, changeAccount, newAccount, newConfirmedAccount } from '../../accounts.ts';
import { applicationOf } from '../../money/affiliates/application.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import {
  admin,
  api,
  close,
  exported,
  newAda,
  ownPayment,
  payoutCall,
  payoutsOf,
  press,
  setPayment,
  startTheftScene,
  stateOf,
  steal,
} from './theft-scene.ts';

startTheftScene();

const password = 'kithbook';

const apply = ({ email, token }: { email: string; token: string }) =>
  api.call('POST', '/api/affiliates', applicationOf(email), { token });

describe('an undo', () => {
  test('leaves a payout in a payment file, which the admin and the owner see', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const stolen = newEmail('stolen');
    await setPayment(stolen, thief.token);
    await close();
    const ids = await payoutsOf(ada);
    await payoutCall('approve', { ids });
    await exported();
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toMatchObject({
      payment: ownPayment,
      payouts: [{ state: 'approved', email: stolen }],
    });
    const list = await api.call('GET', '/api/payouts', undefined, { token: admin });
    expect(JSON.stringify(list.body)).toContain('other-payment-email');
    const mail = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'address-restored');
    expect(renderStored(mail).text).toContain('already on its way');
  });

  test('takes back both changes of a chain with the payment email of the first', async () => {
    const ada = await newAda();
    const first = await steal(ada);
    await setPayment(newEmail('stolen'), first.token);
    const second = await steal(first);
    await setPayment(newEmail('stolen'), second.token);
    await close();
    await press('undo', first.undo);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('keeps a payment email that an admin has set since', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await close();
    const [row] = await api.rows('select version from affiliates where id = $1', [ada.id]);
    const told = newEmail('told');
    const terms = { payout_email: told, no_minimum: false, version: row?.version };
    await api.call('PUT', `/api/affiliates/${ada.id}/payout`, terms, { token: admin });
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toMatchObject({
      payment: told,
      payouts: [{ state: 'proposed', email: told }],
    });
  });

  test('sees the payout of a month that closes at the same time', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await Promise.all([close(), press('undo', thief.undo)]);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('makes an affiliate who left a member again', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await api.call('POST', '/api/affiliates/leave', { email: thief.email }, { token: thief.token });
    await press('undo', thief.undo);
    const rows = await api.rows(
      'select left_at, date_activated is not null as active from affiliates where id = $1',
      [ada.id],
    );
    expect(rows).toEqual([{ left_at: null, active: true }]);
  });

  test('creates a deleted account again', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    const body = { email: thief.email };
    expect((await api.call('POST', '/api/account/delete', body, { token: thief.token })).status).toBe(204);
    await close();
    expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
    await changeAccount(ada.uid, { password });
    expect(await canSignIn(ada.email, password)).toBe(true);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('gives back the affiliate that another account of the thief owns now', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const body = { email: thief.email };
    expect((await api.call('POST', '/api/account/delete', body, { token: thief.token })).status).toBe(204);
    const second = await newConfirmedAccount(thief.email);
    const stolen = newEmail('stolen');
    expect((await setPayment(stolen, second.token)).status).toBe(200);
    const warning = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'payment-email-changed');
    expect(renderStored(warning).text).toContain('#undo=');
    await close();
    await payoutCall('approve', { ids: await payoutsOf(ada) });
    expect(await stateOf(ada)).toMatchObject({ payouts: [{ state: 'approved', email: stolen }] });
    expect((await press('undo', thief.undo)).status).toBe(200);
    expect(await stateOf(ada)).toEqual({
      payment: ownPayment,
      payouts: [{ state: 'proposed', email: ownPayment, approved_by: null }],
    });
    expect(
      await api.rows('select owner_uid, email, left_at from affiliates where id = $1', [ada.id]),
    ).toEqual([{ owner_uid: ada.uid, email: ada.email, left_at: null }]);
    expect((await setPayment(newEmail('stolen'), second.token)).status).toBe(404);
    expect(
      await api.rows(
        "select before, after from audit_log where action = 'affiliate.address' and entity_id = $1 order by at desc limit 1",
        [ada.id],
      ),
    ).toEqual([{ before: { email: thief.email, owner_uid: second.uid }, after: { email: ada.email } }]);
  });

  test.each([
    ['the owner', ownPayment],
    ['nobody', null],
  ])('restores the payment email of %s after a thief set one before the request', async (_, earlier) => {
    const ada = await newAda(null);
    if (earlier !== null)
      await api.rows(
        `insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
           values (gen_random_uuid(), $1, $2, $3, now() - interval '8 days')`,
        [ada.id, earlier, ada.uid],
      );
    await setPayment(newEmail('stolen'), ada.token);
    const thief = await steal(ada);
    await close();
    await payoutCall('approve', { ids: await payoutsOf(ada) });
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toEqual({
      payment: earlier,
      payouts: [{ state: 'proposed', email: earlier, approved_by: null }],
    });
  });

  test('is not blocked by an unconfirmed affiliate with the old address and a sale', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const squatter = await newAccount(ada.email);
    const answer = await apply(squatter);
    const { id } = z.object({ id: z.string() }).parse(answer.body);
    const purchase = await fixtures(api.rows).purchase({ affiliate_id: id, affiliate_code: 'ada' });
    for (let presses = 0; presses < 2; presses += 1)
      expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
    const placeholder = `taken-${id}@mail.invalid`;
    expect(
      await api.rows('select id, email from affiliates where id in ($1, $2) order by id', [ada.id, id]),
    ).toEqual(
      [
        { id: ada.id, email: ada.email },
        { id, email: placeholder },
      ].toSorted((left, right) => left.id.localeCompare(right.id)),
    );
    expect(await api.rows('select affiliate_id from purchases where id = $1', [purchase])).toEqual([
      { affiliate_id: id },
    ]);
    expect(
      await api.rows(
        "select before, after from audit_log where action = 'affiliate.address' and entity_id = $1",
        [id],
      ),
    ).toEqual([{ before: { email: ada.email }, after: { email: placeholder } }]);
  });
});
