import { expect, test } from 'vitest';
import { newEmail } from '../../factories.ts';
import { catcher, outbox, queueReceipt, send, startSmtpScene } from './smtp-scene.ts';

startSmtpScene();

test('a first receipt carries the terms of its version and the notice on withdrawals, in both parts', async () => {
  const address = newEmail('buyer');
  await queueReceipt(address, '2025-03-01');
  expect(await send()).toMatchObject({ sent: 1 });
  const [mail] = catcher.mails(address);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('The terms of 2025-03-01.');
    expect(part).not.toContain('The terms of 2026-06-01.');
    expect(part).toContain('You may withdraw within 14 days.');
  }
  expect(mail?.html).toContain('href="https://site.example/buy"');
});

test('a receipt without a version, such as a renewal’s, carries neither', async () => {
  const address = newEmail('buyer');
  await queueReceipt(address, null);
  expect(await send()).toMatchObject({ sent: 1 });
  expect(catcher.mails(address)[0]?.text).not.toMatch(/The terms of|You may withdraw/);
});

test('a receipt waits for a build that has its version of the terms', async () => {
  const address = newEmail('buyer');
  await queueReceipt(address, '2024-01-01');
  expect(await send()).toMatchObject({ sent: 0, retried: 1 });
  expect(await outbox(address)).toMatchObject([
    { state: 'waiting', last_error: 'This build has no version 2024-01-01 of the terms.' },
  ]);
});
