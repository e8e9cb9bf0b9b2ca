import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailKinds } from '../../../src/shared/mail-kinds.ts';
import { type MailCatcher, startMailCatcher } from '../../../stack/mail/catcher.ts';

const siteUrl = 'http://localhost:8888';

let catcher: MailCatcher;
beforeAll(async () => {
  catcher = await startMailCatcher({
    smtpPort: 0,
    pagePort: 0,
    siteUrl,
    linkSecret: 'a secret of the tests',
  });
});
beforeEach(() => {
  catcher.clear();
});
afterAll(() => catcher.close());

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
}

async function send(...mails: readonly Sent[]): Promise<void> {
  const transport = createTransport({ url: catcher.smtpUrl, pool: true });
  for (const mail of mails) await transport.sendMail({ from: 'site@mail.example', text: 'Hello', ...mail });
  transport.close();
}

/** Calls the catcher's page. */
async function call(path: string, init?: RequestInit) {
  const response = await fetch(`${catcher.url}${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const isBefore = (text: string, first: string, second: string) =>
  text.includes(first) && text.indexOf(first) < text.indexOf(second);

test('the page lists the mails, newest first, and shows each as HTML, text and source', async () => {
  await send(
    { to: 'ada@mail.example', subject: 'The first' },
    { to: 'bob@mail.example', subject: 'The <second>', html: '<head></head><p>Grüße, “Bob”</p>' },
  );
  const list = await call('/');
  expect(isBefore(list.text, 'The &lt;second&gt;', 'The first')).toBe(true);
  const ofAda = await call('/?to=ADA@mail.example');
  expect(ofAda.text).toContain('The first');
  expect(ofAda.text).not.toContain('second');
  const [mail] = catcher.mails('bob@mail.example');
  const page = await call(`/mails/${mail?.id ?? ''}`);
  for (const part of ['sandbox=', 'bob@mail.example', '<pre>Hello', 'Subject: The &lt;second&gt;'])
    expect(page.text).toContain(part);
  const frame = await call(`/mails/${mail?.id ?? ''}/html`);
  expect(frame.text).toContain('<base target="_blank"></head><p>Grüße, “Bob”</p>');
  expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  expect((await call('/mails/999')).status).toBe(404);
});

test('the last 500 mails are kept, until a test deletes them', { timeout: 120_000 }, async () => {
  await send(
    ...Array.from({ length: 501 }, (_, index) => ({ to: 'ada@mail.example', subject: String(index) })),
  );
  const subjects = catcher.mails().map(({ subject }) => subject);
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, '500', '1']);
  expect((await call('/mails', { method: 'DELETE' })).status).toBe(204);
  expect(JSON.parse((await call('/mails')).text)).toEqual([]);
});

test('the previews show every kind of mail as HTML and text, without a script or a picture', async () => {
  const { text } = await call('/previews');
  for (const kind of mailKinds) {
    expect(text).toContain(`<section id="${kind}">`);
    const preview = await call(`/previews/${kind}`);
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('Kithbook');
    expect(preview.text).not.toMatch(/<script|<img/);
  }
  expect((await call('/previews/other')).status).toBe(404);
});

test('switches are changed by JSON; unknown switches and calls of other websites are refused', async () => {
  const change = (body: unknown, headers: Record<string, string> = {}) =>
    call('/control', { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await change({ refused: ['bob@mail.example'] })).status).toBe(200);
  await expect(send({ to: 'bob@mail.example', subject: 'x' })).rejects.toThrow('550');
  expect((await change({ refused: [] })).status).toBe(200);
  await send({ to: 'bob@mail.example', subject: 'x' });
  expect((await change({ refuse: [] })).status).toBe(400);
  expect((await change({ isDown: true }, { origin: 'https://other.example' })).status).toBe(403);
  expect(catcher.mails()).toHaveLength(1);
});
