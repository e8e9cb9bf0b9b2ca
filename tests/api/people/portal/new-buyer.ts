import { newEmail } from '../../factories.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import type { Rows } from '../../rows.ts';

/** Creates a paid purchase of a buyer, and returns its id. */
export async function newBuyer(
  rows: Rows,
  email = newEmail('buyer'),
): Promise<{ email: string; purchase: string }> {
  const { purchase, payment } = fixtures(rows);
  const id = await purchase({ payer_email: email, payer_email_key: email.toLowerCase() });
  await payment({ purchase_id: id });
  return { email, purchase: id };
}

/** Returns the cookie that an answer sets. */
export function cookieOf(headers: Headers): string {
  return /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
}
