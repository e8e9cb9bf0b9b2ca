import { describe, expect, test } from 'vitest';
import { startScriptedServer, startSelfSignedServer } from './scripted-server.ts';
import {
  catcher,
  clock,
  log,
  outbox,
  pass,
  queueFirstSale,
  queueLetter,
  send,
  startSmtpScene,
  subscription,
  suppressed,
} from './smtp-scene.ts';

startSmtpScene();

const minute = 60_000;
const ada = 'ada@mail.example';
const bob = 'bob@mail.example';

/** Queues more mails than there are workers. */
async function queueTen(): Promise<readonly string[]> {
  const addresses = Array.from({ length: 10 }, (_, index) => `buyer${String(index)}@mail.example`);
  await queueFirstSale(...addresses);
  return addresses;
}

describe('a refusal about us costs no mail an attempt, and ends the run', () => {
  test.each([
    ['login required', { MAIL: '530 5.7.0 Authentication Required' }],
    ['silence after EHLO', { EHLO: null, HELO: null }],
  ])('%s', async (_case, script) => {
    const addresses = await queueTen();
    const url = await startScriptedServer(script);
    const { sent, failed, retried } = await send(url);
    expect({ sent, failed }).toEqual({ sent: 0, failed: 0 });
    expect(retried).toBeLessThanOrEqual(5);
    for (const address of addresses)
      expect(await outbox(address)).toMatchObject([{ state: 'waiting', attempts: 0, leased_until: null }]);
    expect(new Set(log.map(({ code }) => code))).toEqual(new Set(['mail-unreachable']));
    pass(minute);
    expect(await send()).toEqual({ sent: 10, failed: 0, retried: 0 });
  });

  test.each([['a self-signed certificate', () => startSelfSignedServer('smtps')]])(
    '%s',
    async (_case, start) => {
      const addresses = await queueTen();
      const { sent, failed } = await send(await start());
      expect({ sent, failed }).toEqual({ sent: 0, failed: 0 });
      for (const address of addresses)
        expect(await outbox(address)).toMatchObject([{ state: 'waiting', attempts: 0, leased_until: null }]);
    },
  );
});

describe('a refusal that may concern every mail costs none an attempt if no mail is accepted', () => {
  test.each([['relay', { RCPT: '554 5.7.1 <someone@mail.example>: Relay access denied' }]])(
    '%s',
    async (_case, script) => {
      const addresses = await queueTen();
      const url = await startScriptedServer(script);
      expect(await send(url)).toEqual({ sent: 0, failed: 0, retried: 10 });
      for (const address of addresses)
        expect(await outbox(address)).toMatchObject([{ state: 'waiting', attempts: 0, leased_until: null }]);
      expect(new Set(log.map(({ code }) => code))).toEqual(new Set(['mail-refused-perhaps-all']));
      pass(minute);
      expect(await send()).toEqual({ sent: 10, failed: 0, retried: 0 });
    },
  );

  test('and waits longer each time, up to an hour', async () => {
    await queueFirstSale(ada);
    const url = await startScriptedServer({ RCPT: '554 5.7.1 Relay access denied' });
    for (const wait of [1, 1, 2, 4, 8, 16, 32, 60, 60]) {
      await send(url);
      const due_at = new Date(clock.now.getTime() + wait * minute);
      expect(await outbox(ada)).toMatchObject([{ attempts: 0, due_at }]);
      pass(wait * minute);
    }
  });
});

test('five refused addresses hold up no receipt, and have had an attempt then', async () => {
  const odd = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@odd.example`);
  await queueFirstSale(...odd);
  pass(1);
  await queueFirstSale(ada);
  const url = await startScriptedServer({
    RCPT: (command) => (command.includes('@odd.example') ? '554 5.7.1 Relay access denied' : '250 ok'),
  });
  expect(await send(url)).toEqual({ sent: 1, failed: 0, retried: 5 });
  expect(await outbox(ada)).toMatchObject([{ state: 'sent' }]);
  for (const address of odd)
    expect(await outbox(address)).toMatchObject([{ state: 'waiting', attempts: 1, leased_until: null }]);
});

test('a refusal without a code ends the subscription, and the person can subscribe again', async () => {
  const reader = await queueLetter(ada);
  await send(await startScriptedServer({ RCPT: '550 No such mailbox' }));
  expect(await subscription(reader)).toMatchObject({ state: 'left', left_reason: 'bounce' });
  expect(await suppressed()).toBe(0);
  await queueLetter(bob);
  await send(await startScriptedServer({ RCPT: '550 5.1.1 No such user' }));
  expect(await suppressed()).toBe(1);
});

describe('a refusal that may pass is an attempt, and the other mails go out', () => {
  test.each([['full mailbox', { RCPT: '552 5.2.2 Mailbox full' }]])('%s', async (_case, script) => {
    const reader = await queueLetter(ada);
    const url = await startScriptedServer(script);
    expect(await send(url)).toEqual({ sent: 0, failed: 0, retried: 1 });
    const due_at = new Date(clock.now.getTime() + minute);
    expect(await outbox(ada)).toMatchObject([{ state: 'waiting', attempts: 1, due_at }]);
    expect(await subscription(reader)).toMatchObject({ state: 'confirmed' });
    expect(log).toMatchObject([{ code: 'mail-refused-for-now' }]);
  });
});

describe('a mailbox that does not exist ends the subscription, as a bounce does', () => {
  test.each([
    [
      'a letter',
      async () => void (await send(await startScriptedServer({ RCPT: '550 5.1.1 No such user' }))),
    ],
    [
      'another mail',
      async () => {
        await queueFirstSale(ada);
        catcher.set({ refused: [ada] });
        await send();
      },
    ],
  ])('after %s', async (_case, refuse) => {
    const reader = await queueLetter(ada);
    await queueLetter(bob);
    await refuse();
    expect(await subscription(reader)).toMatchObject({ state: 'left', left_reason: 'bounce' });
    const states = (await outbox(ada)).map(({ state }) => state);
    expect(states).toContain('failed');
    expect(states).not.toContain('waiting');
  });
});
