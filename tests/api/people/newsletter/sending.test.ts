import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../../src/server/frame/context/mailer.ts';
import { signToken } from '../../../../src/server/frame/mail/signed-links.ts';
import { sendDueMails } from '../../../../src/server/frame/mail/send-mails.ts';
import type { MailService } from '../../../../src/server/frame/context/mailer.ts';
import { sweepNewsletter } from '../../../../src/server/people/newsletter/sweep-newsletter.ts';
import { signIn } from '../../accounts.ts';
import { type Api, createTestDatabase, settings, startApi, type TestDatabase } from '../../harness.ts';
import {
  emptyNewsletter,
  newLetter,
  newSubscription,
  type TestSubscription,
} from '../../newsletter-factories.ts';
import { terms } from '../../settings.ts';

const letter = newLetter({ slug: 'news' });
const linkSecret = settings.mailLinkSecret ?? '';

let database: TestDatabase;
let api: Api;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  [api, token] = await Promise.all([startApi({ database, letters: [letter] }), signIn('admin')]);
});
afterAll(() => api.close());
beforeEach(() => emptyNewsletter(api.rows));

/** Sends the due mails, and returns the messages. */
async function send(
  onMessage: (message: Message) => Promise<void> = () => Promise.resolve(),
): Promise<Message[]> {
  const messages: Message[] = [];
  const mail: MailService = {
    siteUrl: 'https://site.example',
    linkSecret,
    open: () =>
      Promise.resolve({
        send: async (message) => {
          await onMessage(message);
          messages.push(message);
        },
        close: () => undefined,
      }),
  };
  await sendDueMails({ db: database.db, now: () => new Date(), terms }, mail, () => undefined);
  return messages;
}

function addresses(messages: readonly Message[]): string[] {
  return messages.map(({ to }) => to).sort();
}

function asAdmin(path: string, body?: unknown) {
  return api.call('POST', `/api/letters/news${path}`, body, { token });
}

async function sendToAll(recipients: number): Promise<void> {
  expect((await asAdmin('/send', { recipients })).status).toBe(204);
}

function leave({ id }: TestSubscription) {
  return api.call('POST', `/api/newsletter/leave?token=${signToken(linkSecret, 'newsletter-leave', id)}`);
}

test('each confirmed address gets the letter once across workers, with its own unsubscribe link', async () => {
  const subscriptions = await Promise.all(Array.from({ length: 40 }, () => newSubscription(api.rows)));
  await sendToAll(40);
  const runs = await Promise.all([send(), send(), send()]);
  const messages = runs.flat();
  expect(addresses(messages)).toEqual(subscriptions.map(({ email }) => email).sort());
  for (const { to, subject, html, headers } of messages) {
    const { id = '' } = subscriptions.find(({ email }) => email === to) ?? {};
    const address = `https://site.example/api/newsletter/leave?token=${signToken(linkSecret, 'newsletter-leave', id)}`;
    expect(subject).toBe(letter.subject);
    expect(html).toContain('<h2>Groups</h2>');
    expect(headers).toMatchObject({
      'List-Unsubscribe': `<${address}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  }
  expect(await send()).toEqual([]);
});

test('an address gets no letter after it unsubscribes, even if its mail is already queued', async () => {
  const stays = await newSubscription(api.rows);
  const leaves = await newSubscription(api.rows);
  await sendToAll(2);
  expect((await leave(leaves)).status).toBe(200);
  expect(addresses(await send())).toEqual([stays.email]);
});

test('a letter that is queued while its reader unsubscribes is not sent, and the daily job cancels it', async () => {
  const { id } = await newSubscription(api.rows);
  const gone = await newSubscription(api.rows);
  await sendToAll(2);
  // The state after a send whose snapshot still had the confirmed subscription.
  await api.rows(
    "update newsletter_subscriptions set state = 'left', left_at = now(), left_reason = 'page' where id = $1",
    [id],
  );
  await api.rows('delete from newsletter_subscriptions where id = $1', [gone.id]);
  expect(await send()).toEqual([]);
  expect(await sweepNewsletter({ db: database.db, now: new Date() })).toEqual({ requests: 0, mails: 2 });
  expect(await api.rows('select state, data, address is null as forgotten from mails order by 3')).toEqual([
    { state: 'cancelled', data: null, forgotten: true },
    { state: 'cancelled', data: null, forgotten: true },
  ]);
});

test('a paused letter sends nothing, other mails go on, and a resumed letter sends the rest', async () => {
  const { email } = await newSubscription(api.rows);
  await sendToAll(1);
  await asAdmin('/pause');
  await asAdmin('/test');
  expect(addresses(await send())).toEqual(['admin@kithbook.example']);
  await asAdmin('/resume');
  expect(addresses(await send())).toEqual([email]);
});

test('a letter that is paused while it is sent stops before the next mail', async () => {
  for (let count = 1; count <= 20; count += 1) await newSubscription(api.rows);
  await sendToAll(20);
  const sent = await send(async () => {
    await asAdmin('/pause');
  });
  expect(sent.length).toBeGreaterThan(0);
  // Each of the five workers may have had one mail when the letter was paused.
  expect(sent.length).toBeLessThanOrEqual(5);
  await asAdmin('/resume');
  expect(await send()).toHaveLength(20 - sent.length);
});

test('mails that somebody waits for come before the letter', async () => {
  for (let count = 1; count <= 10; count += 1) await newSubscription(api.rows);
  await sendToAll(10);
  await asAdmin('/test');
  const [first] = (await send()).slice(0, 5).filter(({ subject }) => subject.startsWith('Test: '));
  expect(first?.to).toBe('admin@kithbook.example');
});
