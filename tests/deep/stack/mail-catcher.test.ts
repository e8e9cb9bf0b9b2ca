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
