import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSmtpMailer } from '../../src/server/frame/mail/smtp-mailer.ts';
import { createTestDatabase, type TestDatabase } from '../api/harness.ts';
import { runOutbox } from '../api/frame/mail/killable-run.ts';
import { newSubscription, queueLetter } from '../api/newsletter-factories.ts';

const readers = 10_000;
const kills = 20;
const minuteMs = 60_000;

let database: TestDatabase;
const copies = new Map<string, number>();
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    stream.on('end', () => {
      const id = /^Message-ID: <([^@>]+)@/im.exec(text)?.[1] ?? '';
      copies.set(id, (copies.get(id) ?? 0) + 1);
      done();
    });
  },
});
beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  await database.close();
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
});

test('a letter to 10,000 readers is sent within ten minutes of job time, once to each reader despite 20 kills', async () => {
  const { rows } = database;
  // The fixture's letter and its first mail, and the mails to all other readers.
  const first = await newSubscription(rows, 'confirmed');
  const [firstMail = ''] = await queueLetter(rows, [first]);
  await rows(
    `with readers as (
       insert into newsletter_subscriptions (id, email, state, confirmed_at, source, text_version)
       select gen_random_uuid(), 'reader' || n || '@mail.example', 'confirmed', now(), '/', '2026-11'
       from generate_series(2, $1::int) as n returning id, email
     )
     insert into mails (id, kind, subject_id, address, data, letter_id, due_at)
     select gen_random_uuid(), 'letter', readers.id, email, jsonb_build_object('subscription_id', readers.id), letter_id, due_at
     from readers, mails where mails.id = $2`,
    [readers, firstMail],
  );

  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${String(port)}`;
  const open = () => openSmtpMailer({ url, from: 'Kithbook <hello@kithbook.example>' });
  const expected = new Map<string, number>();
  let aheadMs = 0;
  let jobMs = 0;
  for (let killed = 0, isOver = false; !isOver;) {
    const begin = Date.now();
    const now = () => new Date(Date.now() + aheadMs);
    const killAt = killed < kills ? 100 + Math.floor(Math.random() * 900) : Infinity;
    const run = await runOutbox({ db: database.db, now, open, killAt });
    jobMs += Date.now() - begin;
    if (run.killedBefore) killed += 1;
    const unmarked = await rows("select id from mails where id = any ($1::uuid[]) and state = 'waiting'", [
      run.accepted,
    ]);
    for (const { id } of unmarked) expected.set(String(id), (expected.get(String(id)) ?? 1) + 1);
    aheadMs += minuteMs;
    const [left] = await rows("select count(*)::int as mails from mails where state = 'waiting'");
    isOver = left?.mails === 0;
    if (isOver) expect(killed).toBe(kills);
    expect(jobMs).toBeLessThan(10 * minuteMs);
  }
  console.info(`${String(readers)} letters in ${String(Math.round(jobMs / 1_000))} s of job time`);

  const ids = await rows("select id from mails where state = 'sent'");
  expect(ids).toHaveLength(readers);
  expect(copies).toEqual(new Map(ids.map(({ id }) => [String(id), expected.get(String(id)) ?? 1])));
});
