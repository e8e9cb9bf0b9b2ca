import { expect, test } from 'vitest';
import { freePort } from '../../../../stack/ports.ts';
import {
  catcher,
  log,
  outbox,
  pass,
  queueFirstSale,
  queueLetter,
  send,
  startSmtpScene,
} from './smtp-scene.ts';

startSmtpScene();

const minute = 60_000;
const ada = 'ada@mail.example';
const bob = 'bob@mail.example';

test('a mail arrives with its subject, both parts, its own Message-ID, and the headers of automatic mails', async () => {
  await queueFirstSale(ada);
  expect(await send()).toEqual({ sent: 1, failed: 0, retried: 0 });
  const [row] = await outbox(ada);
  expect(row).toMatchObject({ state: 'sent', attempts: 1, data: null, leased_until: null });
  const [mail] = catcher.mails(ada);
  expect(mail).toMatchObject({
    to: [ada],
    from: 'Kithbook <hello@kithbook.example>',
    subject: 'Your first sale',
    headers: {
      to: ada,
      'message-id': `<${String(row?.id)}@kithbook.example>`,
      'resend-idempotency-key': row?.id,
      'auto-submitted': 'auto-generated',
      'x-entity-ref-id': row?.id,
    },
  });
  for (const part of [mail?.html, mail?.text]) {
    expect(part).toContain('Your first commission is $12.50.');
    expect(part).toContain('https://site.example/affiliate-dashboard');
  }
  expect(mail?.headers).not.toHaveProperty('list-unsubscribe');
  expect(mail?.html).not.toMatch(/<img|<script|https?:(?!\/\/site\.example)/);
});

test('a refused recipient is given up at once, and the others get their mail', async () => {
  catcher.set({ refused: [bob] });
  await queueFirstSale(bob, ada);
  expect(await send()).toEqual({ sent: 1, failed: 1, retried: 0 });
  const [row] = await outbox(bob);
  expect(row).toMatchObject({ state: 'failed', attempts: 1, leased_until: null });
  expect(row?.last_error).toContain('no such mailbox');
  expect(JSON.stringify([row?.last_error, log])).not.toContain(bob);
  expect(log).toEqual([expect.objectContaining({ code: 'mail-refused', kind: 'first-sale' })]);
  pass(24 * 60 * minute);
  expect(await send()).toEqual({ sent: 0, failed: 0, retried: 0 });
});

test.each([['does not listen', async () => `smtp://127.0.0.1:${String(await freePort())}`]])(
  'all mails wait while the mail server %s, without an attempt being counted, and are sent a minute later',
  async (_case, address) => {
    catcher.set({ isDown: true });
    const addresses = Array.from({ length: 8 }, (_, index) => `reader${String(index)}@mail.example`);
    await queueFirstSale(...addresses);
    const { sent, failed } = await send(await address());
    expect({ sent, failed }).toEqual({ sent: 0, failed: 0 });
    for (const reader of addresses)
      expect(await outbox(reader)).toMatchObject([{ state: 'waiting', attempts: 0, leased_until: null }]);
    catcher.set({ isDown: false });
    pass(minute);
    expect(await send()).toEqual({ sent: 8, failed: 0, retried: 0 });
    for (const reader of addresses) expect(catcher.mails(reader)).toHaveLength(1);
  },
);

test('a letter’s RFC 8058 headers contain its unsubscribe link', async () => {
  const subscription = await queueLetter(ada);
  expect(await send()).toEqual({ sent: 1, failed: 0, retried: 0 });
  const [mail] = catcher.mails(ada);
  const leave = /^<(https:\/\/site\.example\/api\/newsletter\/leave\?token=(.+)\..+)>$/.exec(
    mail?.headers['list-unsubscribe'] ?? '',
  );
  expect(leave?.[2]).toBe(subscription);
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(leave?.[1]);
  expect(mail?.subject).toBe('What’s new');
  expect(mail?.html).toContain('<p>Groups</p>');
});

test.each([['a,bob@mail.example', '"a,bob"@mail.example']])(
  'the address %s is one recipient',
  async (address, recipient) => {
    await queueFirstSale(address);
    await send();
    expect(catcher.mails().map(({ to }) => to)).toEqual([[recipient]]);
  },
);

test.each(['ada <bob@mail.example', 'a@mail.example, bob@mail.example', `${ada}\r\nBcc: ${bob}`])(
  'nobody gets a mail to %j',
  async (address) => {
    await queueFirstSale(address);
    await send();
    expect(catcher.mails()).toEqual([]);
  },
);

test('mails wait while the sender has no email', async () => {
  await queueFirstSale(ada);
  await expect(send(catcher.smtpUrl, 'Kithbook')).rejects.toThrow('MAIL_FROM');
  expect(await outbox(ada)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});
