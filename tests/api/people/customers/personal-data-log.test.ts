import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newEmail, unique } from '../../factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create, exportData } = personalDataScene();
const entries = z.object({ audit_entries: z.array(z.record(z.string(), z.unknown())) });
const log = async (email: string) => entries.parse((await exportData(email)).body).audit_entries;

describe('the audit entries of personal data', () => {
  test('have the person’s own record before and after, without the admin', async () => {
    const email = newEmail();
    const id = await create(email);
    await asAdmin('PUT', `/api/customers/${id}`, { name: 'Mina', email });
    const found = await log(email);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({
      id: expect.any(String) as string,
      at: expect.stringMatching(/Z$/) as string,
      by_them: false,
      actor_id: null,
      actor_email: null,
      request_id: null,
      action: 'customer.update',
      entity: 'customer',
      entity_id: id,
      before: expect.objectContaining({ name: 'Wilhelmina', email }) as unknown,
      after: expect.objectContaining({ name: 'Mina', email }) as unknown,
      reason: null,
    });
  });

  test('have only the fields with the email of another person’s record', async () => {
    const email = newEmail();
    const other = { name: 'Somebody Else', email: newEmail(), code: `c${unique()}` };
    await asAdmin('POST', '/api/affiliates', { ...other, referred_by: email });
    expect(await log(email)).toMatchObject([
      { action: 'affiliate.create', before: null, after: { referred_by: email } },
    ]);
    expect(JSON.stringify(await log(email))).not.toMatch(/Somebody Else|reader-.*reader-/);
  });

  test('have the reason of a change of a purchase, without the affiliate', async () => {
    const email = newEmail();
    const purchase = await scene.make.purchase({ payer_email: email, payer_email_key: email });
    const affiliate = `theirs${unique()}`;
    await scene.make.audit({
      action: 'purchase.reattribute',
      entity: 'purchase',
      entity_id: purchase,
      before: JSON.stringify({ code: null, affiliate: null }),
      after: JSON.stringify({ code: affiliate, affiliate }),
      reason: 'The buyer wrote',
    });
    expect(await log(email)).toMatchObject([
      {
        action: 'purchase.reattribute',
        entity_id: purchase,
        before: null,
        after: null,
        reason: 'The buyer wrote',
      },
    ]);
  });

  test('have an admin’s own actions, without the data of other people', async () => {
    const admin = newEmail('admin');
    const otherEmail = newEmail('others');
    await scene.make.audit({
      actor_id: 'uid',
      actor_email: admin.toUpperCase(),
      action: 'customer.update',
      entity: 'customer',
      entity_id: 'c1',
      before: JSON.stringify({ email: otherEmail, name: 'Other' }),
      after: JSON.stringify({ email: null, name: 'Other' }),
    });
    expect(await log(admin)).toMatchObject([
      {
        by_them: true,
        actor_id: 'uid',
        actor_email: admin.toUpperCase(),
        action: 'customer.update',
        entity_id: 'c1',
        before: null,
        after: null,
      },
    ]);
    expect(await log(otherEmail)).toMatchObject([
      { by_them: false, actor_id: null, actor_email: null, before: { email: otherEmail }, after: null },
    ]);
  });
});
