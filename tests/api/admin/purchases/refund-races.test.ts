import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withConcurrentTransaction } from '../../frame/db/concurrent-transaction.ts';
import { refundScene } from './refund-scene.ts';

const scene = refundScene();

async function loggedRefunds(purchaseId: string) {
  const entries = await scene.shop.rows(
    "select id from audit_log where action = 'purchase.refund' and entity_id = $1",
    [purchaseId],
  );
  return entries.length;
}

test('two refunds with one id at the same time: the second is refused and not logged', async () => {
  const [first, second] = [await scene.sell(), await scene.sell()];
  const id = randomUUID();
  const answers = await withConcurrentTransaction(scene.database, async (other) => {
    await other.query('select from payments where id = $1 for update', [first.paymentId]);
    const begun = [scene.refund(first, { id })];
    await other.untilWaiting(1);
    begun.push(scene.refund(second, { id }));
    await other.untilWaiting(2);
    await other.query('commit');
    return Promise.all(begun);
  });
  expect(answers).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'refund-differs' } }]);
  expect([await loggedRefunds(first.purchaseId), await loggedRefunds(second.purchaseId)]).toEqual([1, 0]);
});

test('a refund waits until a job has finished the last one, and is made and logged', async () => {
  const sale = await scene.sell();
  scene.shop.paypal.set({ down: true });
  await scene.refund(sale);
  scene.shop.paypal.set({ down: false });
  const answer = await withConcurrentTransaction(scene.database, async (other) => {
    await other.query(
      "update paypal_actions set state = 'refused', finished_at = now() where purchase_id = $1",
      [sale.purchaseId],
    );
    return other.afterWait(() => scene.refund(sale, { amountCents: 5_00 }));
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(await loggedRefunds(sale.purchaseId)).toBe(2);
});
