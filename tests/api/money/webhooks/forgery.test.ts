import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOrder, newSubscription, nothing, paidOrder, records } from '../../buyer.ts';
import { newAffiliate } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  shop.paypal.set({ holdWebhooks: true });
});
afterAll(() => shop.close());

/** The polynomial of CRC-32 with reversed bits. */
const polynomial = 0xedb88320;
/** The usual lookup table of CRC-32, with an entry for each value of a byte. */
const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

/** Returns four bytes after which the CRC-32 of `prefix` is `wanted`. */
const patch = (prefix: Buffer, wanted: number): Buffer => {
  let state = (wanted ^ 0xffffffff) >>> 0;
  const indices: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    const index = table.findIndex((entry) => entry >>> 24 === state >>> 24);
    indices.unshift(index);
    state = ((state ^ (table[index] ?? 0)) << 8) >>> 0;
  }
  let current = (crc32(prefix) ^ 0xffffffff) >>> 0;
  return Buffer.from(
    indices.map((index) => {
      const byte = (current ^ index) & 0xff;
      current = ((table[index] ?? 0) ^ (current >>> 8)) >>> 0;
      return byte;
    }),
  );
};

/** Returns `event` as JSON with added bytes, so that it has the CRC-32 of `genuine`. A forger can do this without a key. */
const forge = (event: object, genuine: string): string => {
  const wanted = crc32(genuine);
  const tail = Buffer.from('"}');
  for (let salt = 0; ; salt += 1) {
    const text = JSON.stringify({ ...event, salt, pad: '' }).slice(0, -2);
    const before = unwind(wanted, tail);
    const bytes = patch(Buffer.from(text), before);
    const body = Buffer.concat([Buffer.from(text), bytes, tail]).toString('latin1');
    // The bytes must be printable ASCII without quotes and backslashes, so that the body stays valid JSON.
    const isJsonText = [...bytes].every(
      (byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c,
    );
    if (isJsonText) return body;
  }
};

/** Returns the CRC-32 before `tail` that becomes `crc` after it. */
const unwind = (crc: number, tail: Buffer): number => {
  let state = (crc ^ 0xffffffff) >>> 0;
  for (const byte of [...tail].reverse()) {
    const index = table.findIndex((entry) => entry >>> 24 === state >>> 24);
    state = ((((state ^ (table[index] ?? 0)) << 8) >>> 0) | (index ^ byte)) >>> 0;
  }
  return (state ^ 0xffffffff) >>> 0;
};

const send = (body: string, headers: Record<string, string>) =>
  shop.call('POST', '/api/paypal/webhook', body, { headers });

describe('a forged body with the CRC-32 of a genuine signature', () => {
  test('passes the signature check, but records only what PayPal confirms', async () => {
    const { code } = await newAffiliate(shop.rows);
    const genuine = newEvent('SOMETHING.HARMLESS', { id: 'x' }).body;
    const headers = shop.webhooks.sign(genuine);
    const unpaid = await newOrder(shop, { code });
    const cheap = await paidOrder(shop, { code, value: '0.01' });
    for (const orderId of [unpaid, cheap]) {
      const claim = newEvent('PAYMENT.CAPTURE.COMPLETED', {
        id: 'FORGED',
        status: 'COMPLETED',
        amount: { currency_code: 'USD', value: '59.99' },
        supplementary_data: { related_ids: { order_id: orderId } },
      });
      const body = forge(JSON.parse(claim.body) as object, genuine);
      expect(crc32(body)).toBe(crc32(genuine));
      expect(body).not.toBe(genuine);
      expect((await send(body, headers)).status).toBe(200);
      expect(await records(shop.rows, orderId)).toEqual(nothing);
    }
  });

  test('cannot cancel a subscription', async () => {
    const orderId = await newSubscription(shop);
    shop.paypal.flush();
    await shop.paypal.idle();
    const before = await records(shop.rows, orderId);
    expect(before.purchases).toMatchObject([{ state: 'active' }]);
    const genuine = newEvent('SOMETHING.HARMLESS', { id: 'y' }).body;
    const claim = newEvent('BILLING.SUBSCRIPTION.CANCELLED', { id: orderId, status: 'CANCELLED' });
    const body = forge(JSON.parse(claim.body) as object, genuine);
    expect((await send(body, shop.webhooks.sign(genuine))).status).toBe(200);
    expect(await records(shop.rows, orderId)).toEqual(before);
  });
});
