import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { newApplicant } from './application.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { kindsTo, mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const asAdmin = (method: string, path: string, body: object) =>
  api.call(method, `/api/affiliates${path}`, body, { token });
const idOf = (body: unknown) => z.object({ id: z.string() }).parse(body).id;
const today = () => new Date().toISOString();
const update = (id: string, email: string, date_activated: string | null, changes: object = {}) =>
  asAdmin('PUT', `/${id}`, { name: 'Minted', email, date_activated, ...changes });

describe('an applicant gets one mail', () => {
  test('when the application is stored, and none when it is refused or repeated', async () => {
    const { email, apply } = await newApplicant(api);
    expect((await apply({ code: 'not-of-this-email' })).status).toBe(422);
    expect(await mailsTo(api.rows, email)).toEqual([]);
    const answer = await apply();
    expect(answer.status).toBe(201);
    expect((await apply()).status).toBe(409);
    const [mail, ...others] = await mailsTo(api.rows, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'application-received',
      subject_id: idOf(answer.body),
      state: 'waiting',
    });
    const { code } = z.object({ code: z.string() }).parse(answer.body);
    expect(renderStored(mail).text).toContain(code);
  });

  test('when an admin declines the application, with the reason', async () => {
    const { email, apply } = await newApplicant(api);
    const id = idOf((await apply()).body);
    const decline = (body: object) => asAdmin('POST', `/${id}/decline`, body);
    expect((await decline({ reason: 'Read an older version', version: 9 })).status).toBe(409);
    expect((await decline({ reason: 'No site yet' })).status).toBe(200);
    expect((await decline({ reason: 'Again' })).status).toBe(409);
    expect(await kindsTo(api.rows, email)).toEqual(['application-received', 'application-declined']);
    expect(renderStored((await mailsTo(api.rows, email))[1]).text).toContain('Our reason: No site yet');
  });
});

describe('an affiliate gets a mail', () => {
  test('when an admin creates it as active, but not as inactive', async () => {
    const [active, waiting] = [newEmail(), newEmail()];
    const code = `c${unique()}`;
    await asAdmin('POST', '', { name: 'Minted', email: active, code, date_activated: today() });
    await asAdmin('POST', '', { name: 'Minted', email: waiting, code: `c${unique()}` });
    expect(await kindsTo(api.rows, active)).toEqual(['application-approved']);
    expect(renderStored((await mailsTo(api.rows, active))[0]).text).toContain(`/buy?ref=${code}`);
    expect(await kindsTo(api.rows, waiting)).toEqual([]);
  });

  test('for each update that activates it, and none for other updates', async () => {
    const { id, email } = await newAffiliate(api.rows, { activeFrom: null });
    expect((await update(id, email, null)).status).toBe(200);
    expect((await update(id, email, today(), { version: 1 })).status).toBe(409);
    expect(await kindsTo(api.rows, email)).toEqual([]);
    await update(id, email, today());
    await update(id, email, '2026-01-01T00:00:00Z');
    expect(await kindsTo(api.rows, email)).toEqual(['application-approved']);
    await update(id, email, null);
    await update(id, email, today());
    expect(await kindsTo(api.rows, email)).toEqual(['application-approved', 'application-approved']);
  });

  test('once for a bulk activation', async () => {
    const first = await newAffiliate(api.rows, { activeFrom: null });
    const active = await newAffiliate(api.rows);
    const bulk = (action: string) => asAdmin('POST', '/bulk', { action, ids: [first.id, active.id] });
    await bulk('activate');
    await bulk('activate');
    await bulk('deactivate');
    expect(await kindsTo(api.rows, first.email)).toEqual(['application-approved']);
    expect(await kindsTo(api.rows, active.email)).toEqual([]);
  });

  test('but not for an import', async () => {
    const email = newEmail();
    const csv = `name,email,code,date_activated\nNew,${email},k${unique()},2026-01-01\n`;
    expect(await asAdmin('POST', '/import', { csv, dryRun: false })).toMatchObject({ status: 200 });
    expect(await kindsTo(api.rows, email)).toEqual([]);
  });
});
