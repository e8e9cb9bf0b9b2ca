import { expect, test } from 'vitest';
import { look, linesOf } from './doctor-scene.ts';

const password = crypto.randomUUID();

test.each([
  ['an address where nobody answers', `postgres://keeper:${password}@127.0.0.1:9/site`, true],
  ['an address that is none', `postgres://keeper:pass#${password}@127.0.0.1:9/site`, true],
  ['an address whose password cannot be decoded', `postgres://keeper:%zz${password}@127.0.0.1:9/site`, true],
  ['an address without a database', `postgres://keeper:${password}@127.0.0.1`, true],
])('no secret is ever in the report, whatever is wrong: %s', async (_what, DATABASE_URL, goesOn) => {
  const secrets = {
    DATABASE_URL,
    PAYPAL_CLIENT_SECRET: `payment ${crypto.randomUUID()}`,
    PROFILE_SERVICE_SECRET: `service ${crypto.randomUUID()}`,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ project_id: 'other', private_key: 'the-private-key-text' }),
  };
  const { code, text } = await look({
    ...secrets,
    PAYPAL_API_URL: `http://127.0.0.1:9/${encodeURIComponent(secrets.PAYPAL_CLIENT_SECRET)}`,
    FIREBASE_AUTH_EMULATOR_HOST: '',
  });
  expect([code, linesOf(text, 'WRONG').length > 1], text).toEqual([1, goesOn]);
  for (const secret of [...Object.values(secrets), password, 'the-private-key-text'])
    expect(text).not.toContain(secret);
});
