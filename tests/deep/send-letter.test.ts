import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../api/accounts.ts';
import { type Api, startApi } from '../api/harness.ts';
import { emptyNewsletter, sampleLetter } from '../api/newsletter-factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

test('a letter is queued to 10,000 confirmed addresses within a second', async () => {
  await emptyNewsletter(api.rows);
  await api.rows(`insert into newsletter_subscriptions (id, email, state, confirmed_at, source, text_version)
    select gen_random_uuid(), 'reader' || n || '@mail.example', 'confirmed', now(), '/', '2026-11'
    from generate_series(1, 10000) as n`);
  // The first call loads code and verifies the token.
  await api.call('GET', '/api/letters', undefined, { token });
  const start = performance.now();
  const { slug } = sampleLetter;
  const answer = await api.call('POST', `/api/letters/${slug}/send`, { recipients: 10_000 }, { token });
  const duration = performance.now() - start;
  expect(answer.status).toBe(204);
  expect(await api.rows('select count(distinct address)::int as n from mails')).toEqual([{ n: 10_000 }]);
  expect(duration).toBeLessThan(1_000);
});
