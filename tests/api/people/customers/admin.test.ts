import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const customer = z.strictObject({
  id: z.uuidv7(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  created_at: z.iso.datetime(),
  version: z.int(),
});

/** Returns the fields of a customer that the audit log stores. */
const auditedFields = ({ version: _version, ...fields }: z.infer<typeof customer>) => fields;

const asAdmin = (method: string, path: string, body?: unknown) =>
  api.call(method, `/api/customers${path}`, body, { token });
const create = async (body: object) => customer.parse((await asAdmin('POST', '', body)).body);
const stored = (id: string) => api.rows('select name, email, version from customers where id = $1', [id]);
const audit = (id: string) =>
  api.rows(
    'select action, actor_id, actor_email, before, after, request_id from audit_log where entity_id = $1 order by id',
    [id],
  );

const byAdmin = { actor_id: 'seed-admin', actor_email: 'admin@kithbook.example' };

describe('an admin’s new customer', () => {
  test('is returned and audited', async () => {
    const body = { name: 'Ada', email: newEmail() };
    const answer = await asAdmin('POST', '', body);
    expect(answer.status).toBe(201);
    const created = customer.parse(answer.body);
    expect(created).toMatchObject(body);
    expect(await stored(created.id)).toEqual([{ ...body, version: 1 }]);
    const requestId = answer.headers.get('x-request-id');
    expect(await audit(created.id)).toEqual([
      {
        ...byAdmin,
        action: 'customer.create',
        before: null,
        after: auditedFields(created),
        request_id: requestId,
      },
    ]);
  });

  test('needs a name or an email', async () => {
    expect(await asAdmin('POST', '', {})).toMatchObject({ status: 422, body: { code: 'customer-empty' } });
    expect(await create({ name: 'Name Alone' })).toMatchObject({ name: 'Name Alone', email: null });
    expect(await create({ name: 'Name Alone' })).toMatchObject({ name: 'Name Alone', email: null });
  });

  test('with a taken email, in any letter case, is 409 and changes nothing', async () => {
    const email = newEmail();
    const first = await create({ name: 'First', email });
    const again = await asAdmin('POST', '', { name: 'Second', email: email.toUpperCase() });
    expect(again).toMatchObject({ status: 409, body: { code: 'customer-email-taken' } });
    expect(await stored(first.id)).toEqual([{ name: 'First', email, version: 1 }]);
    expect(await audit(first.id)).toHaveLength(1);
  });
});

describe('an admin’s change', () => {
  test('replaces name and email, and is audited with before and after', async () => {
    const before = await create({ name: 'Ada', email: newEmail() });
    const email = newEmail();
    const answer = await asAdmin('PUT', `/${before.id}`, { name: '', email });
    const after = { ...before, name: null, email, version: 2 };
    expect(answer).toMatchObject({ status: 200, body: after });
    expect(await stored(before.id)).toEqual([{ name: null, email, version: 2 }]);
    const requestId = answer.headers.get('x-request-id');
    expect((await audit(before.id)).at(-1)).toEqual({
      ...byAdmin,
      action: 'customer.update',
      before: auditedFields(before),
      after: auditedFields(after),
      request_id: requestId,
    });
  });

  test('accepts the same email in another letter case', async () => {
    const email = newEmail();
    const { id } = await create({ email });
    expect((await asAdmin('PUT', `/${id}`, { email: email.toUpperCase() })).status).toBe(200);
  });

  test('to the email of another customer is 409, and changes and audits nothing', async () => {
    const taken = await create({ email: newEmail() });
    const mine = await create({ name: 'Mine', email: newEmail() });
    const answer = await asAdmin('PUT', `/${mine.id}`, { email: taken.email?.toUpperCase() });
    expect(answer).toMatchObject({ status: 409, body: { code: 'customer-email-taken' } });
    expect(await stored(mine.id)).toEqual([{ name: 'Mine', email: mine.email, version: 1 }]);
    expect(await audit(mine.id)).toHaveLength(1);
  });

  test('keeps an old name with control characters, and rejects a new one', async () => {
    const refused = {
      status: 422,
      body: {
        code: 'invalid',
        fields: [{ field: 'name', message: 'Contains characters that cannot be stored' }],
      },
    };
    expect(await asAdmin('POST', '', { name: 'a\u202eb' })).toMatchObject(refused);
    const { id } = await create({ name: 'Old', email: newEmail() });
    await api.rows("update customers set name = 'a\u202eb' where id = $1", [id]);
    const email = newEmail();
    expect(await asAdmin('PUT', `/${id}`, { name: 'a\u202eb', email })).toMatchObject({
      status: 200,
      body: { name: 'a\u202eb', email },
    });
    for (const name of ['a\nb', 'a\u202ec'])
      expect(await asAdmin('PUT', `/${id}`, { name, email })).toMatchObject(refused);
    expect(await asAdmin('PUT', `/${id}`, { name: 'a\u202eb', email, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edit-conflict' },
    });
    expect((await asAdmin('PUT', `/${id}`, { name: 'ab', email, version: 2 })).status).toBe(200);
    expect((await asAdmin('PUT', `/${id}`, { name: 'a\u202eb', email })).status).toBe(422);
    expect(await stored(id)).toEqual([{ name: 'ab', email, version: 3 }]);
  });

  test('without name and email is 422', async () => {
    const { id } = await create({ email: newEmail() });
    expect((await asAdmin('PUT', `/${id}`, { name: ' ', email: null })).status).toBe(422);
  });
});

test('a deleted customer is gone, and the audit entry of the deletion has no personal data', async () => {
  const created = await create({ name: 'Gone', email: newEmail() });
  expect(await asAdmin('DELETE', `/${created.id}`)).toMatchObject({ status: 204, body: null });
  expect(await stored(created.id)).toEqual([]);
  expect((await audit(created.id)).at(-1)).toMatchObject({
    ...byAdmin,
    action: 'customer.delete',
    before: null,
    after: null,
  });
  expect((await asAdmin('DELETE', `/${created.id}`)).status).toBe(404);
});
