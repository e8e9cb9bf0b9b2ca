import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { emptyNewsletter, newLetter, newSubscription } from '../../newsletter-factories.ts';

const first = newLetter({ slug: 'first', subject: 'The first' });
const second = newLetter({ slug: 'second', subject: 'The second' });

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi({ letters: [first, second] }), signIn('admin')]);
});
afterAll(() => api.close());
beforeEach(() => emptyNewsletter(api.rows));

function asAdmin(method: string, path = '', body?: unknown) {
  return api.call(method, `/api/letters${path}`, body, { token });
}

const untouched = { sent: 0, waiting: 0, failed: 0, cancelled: 0 };

test('an admin sees unsent letters first, and the counts of a letter that is being sent', async () => {
  const { id } = await newSubscription(api.rows);
  await newSubscription(api.rows);
  expect((await asAdmin('POST', '/second/send', { recipients: 2 })).status).toBe(204);
  await api.rows(
    "update mails set state = 'sent', finished_at = now(), data = null where data ->> 'subscription_id' = $1",
    [id],
  );
  const { subject, preview } = second;
  expect((await asAdmin('GET')).body).toEqual({
    letters: [
      {
        slug: 'first',
        audience: 'readers',
        subject: 'The first',
        preview,
        state: 'not-sent',
        recipients: 0,
        ...untouched,
        queued_at: null,
        sent_by: null,
      },
      {
        slug: 'second',
        audience: 'readers',
        subject,
        preview,
        state: 'sending',
        recipients: 2,
        ...untouched,
        sent: 1,
        waiting: 1,
        queued_at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
        sent_by: 'admin@kithbook.example',
      },
    ],
  });
  await api.rows("update mails set state = 'failed', finished_at = now() where state = 'waiting'");
  expect((await asAdmin('GET')).body).toMatchObject({
    letters: [{}, { state: 'sent', waiting: 0, failed: 1 }],
  });
});

test('a letter that was sent stays in the list without its file, with the text that was sent', async () => {
  await api.rows(
    `insert into letters (id, slug, subject, preview, html, text, recipients, sent_by)
     values (gen_random_uuid(), 'old', 'An old one', 'Preview', '<p>Sent so</p>', 'Sent so', 0, 'seed-admin')`,
  );
  expect((await asAdmin('GET')).body).toMatchObject({
    letters: [{ slug: 'first' }, { slug: 'second' }, { slug: 'old', state: 'sent', sent_by: 'seed-admin' }],
  });
  expect((await asAdmin('GET', '/old')).body).toMatchObject({
    text: expect.stringContaining('Sent so') as unknown,
  });
});

test('the preview is the mail: subject, letter, the reason for the mail, and an unsubscribe link', async () => {
  const { status, body } = await asAdmin('GET', '/first');
  expect(status).toBe(200);
  expect(body).toMatchObject({ slug: 'first', subject: 'The first' });
  const { html, text } = body as { readonly html: string; readonly text: string };
  for (const part of [html, text]) {
    expect(part).toContain('Groups');
    expect(part).toContain('because you subscribed');
    expect(part).toContain('/api/newsletter/leave?token=');
  }
  expect(html).toContain('<h2>Groups</h2>');
  expect((await asAdmin('GET', '/third')).body).toMatchObject({ code: 'letter-not-found' });
});

test('a test goes to the admin alone, each time they ask, and sends the letter to nobody else', async () => {
  await newSubscription(api.rows);
  for (let time = 1; time <= 2; time += 1)
    expect(await asAdmin('POST', '/first/test')).toMatchObject({
      status: 202,
      body: { email: 'admin@kithbook.example' },
    });
  const { audience, subject, preview, html, text } = first;
  const mail = {
    kind: 'letter-test',
    address: 'admin@kithbook.example',
    data: { audience, subject, preview, html, text },
  };
  expect(await api.rows('select kind, address, data from mails')).toEqual([mail, mail]);
  expect((await asAdmin('GET')).body).toMatchObject({ letters: [{ state: 'not-sent' }, {}] });
});

test('a letter goes to confirmed addresses alone, and is audited', async () => {
  await newSubscription(api.rows, 'asked');
  await newSubscription(api.rows, 'left');
  const { id, email } = await newSubscription(api.rows, 'confirmed');
  // A buyer, also one whose address only asked for the newsletter.
  await api.call('POST', '/api/customers', { name: 'Buyer', email: 'buyer@mail.example' });
  expect((await asAdmin('POST', '/first/send', { recipients: 1 })).status).toBe(204);
  const [letter] = await api.rows('select * from letters');
  expect(await api.rows('select kind, address, data, letter_id, state from mails')).toEqual([
    {
      kind: 'letter',
      address: email,
      data: { subscription_id: id },
      letter_id: letter?.id,
      state: 'waiting',
    },
  ]);
  expect(letter).toMatchObject({ ...first, recipients: 1, sent_by: 'seed-admin', paused_at: null });
  expect(await api.rows('select action, after from audit_log where entity_id = $1', [letter?.id])).toEqual([
    { action: 'letter.send', after: { slug: 'first', recipients: 1 } },
  ]);
});

test('in production, an invented seller sends no letter', async () => {
  const production = await startApi({ letters: [first], settings: { isProduction: true } });
  onTestFinished(() => production.close());
  const sent = await production.call('POST', '/api/letters/first/send', { recipients: 1 }, { token });
  expect(sent).toMatchObject({ status: 409, body: { code: 'seller-invented' } });
});

test('a second or concurrent send is refused, and each address gets one mail', async () => {
  for (let count = 1; count <= 3; count += 1) await newSubscription(api.rows);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => asAdmin('POST', '/first/send', { recipients: 3 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ code: 'letter-already-sent' });
  await newSubscription(api.rows);
  expect((await asAdmin('POST', '/first/send', { recipients: 4 })).body).toMatchObject({
    code: 'letter-already-sent',
  });
  expect(
    await api.rows('select count(*)::int as n, count(distinct address)::int as addresses from mails'),
  ).toEqual([{ n: 3, addresses: 3 }]);
});

test('a send with another number of recipients than the admin saw is refused with the new number', async () => {
  await newSubscription(api.rows);
  await newSubscription(api.rows);
  expect(await asAdmin('POST', '/first/send', { recipients: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'letter-recipients-changed',
      fields: [{ field: 'recipients', message: 'There are 2 confirmed addresses now.' }],
    },
  });
  expect(await api.rows('select id from letters')).toEqual([]);
  expect((await asAdmin('POST', '/first/send', { recipients: 0 })).status).toBe(422);
  expect((await asAdmin('POST', '/third/send', { recipients: 2 })).body).toMatchObject({
    code: 'letter-not-found',
  });
});

test('a letter is paused and resumed once each, and both are audited', async () => {
  await newSubscription(api.rows);
  expect((await asAdmin('POST', '/first/pause')).body).toMatchObject({ code: 'letter-not-sent' });
  await asAdmin('POST', '/first/send', { recipients: 1 });
  for (let time = 1; time <= 2; time += 1) expect((await asAdmin('POST', '/first/pause')).status).toBe(204);
  expect((await asAdmin('GET')).body).toMatchObject({ letters: [{}, { state: 'paused' }] });
  for (let time = 1; time <= 2; time += 1) expect((await asAdmin('POST', '/first/resume')).status).toBe(204);
  expect((await asAdmin('GET')).body).toMatchObject({ letters: [{}, { state: 'sending' }] });
  const [letter] = await api.rows('select id from letters');
  const entries = await api.rows('select action from audit_log where entity_id = $1 order by at, id', [
    letter?.id,
  ]);
  expect(entries.map(({ action }) => action)).toEqual(['letter.send', 'letter.pause', 'letter.resume']);
});
