import { expect, test } from 'vitest';
import { Problem } from '../../../../src/shared/problems.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, buy } = reconciliationScene();

const list = (from: string, until: string) =>
  scene.services.paypal.listTransactions(new Date(from), new Date(until));

const buyAt = async (...clocks: string[]) => {
  for (const clock of clocks) {
    scene.shop.paypal.set({ clock });
    await buy('one-time');
  }
};

test('a range with more rows than PayPal’s limit is read in parts, and each row is returned once', async () => {
  await buyAt(
    '2024-01-01T00:00:00Z',
    // The second before the middle of January, and the middle itself.
    '2024-01-16T11:59:59Z',
    '2024-01-16T12:00:00Z',
    '2024-01-16T12:00:00Z',
    '2024-01-31T23:59:59Z',
    '2024-02-01T00:00:00Z',
    '2024-02-29T23:59:59Z',
  );
  scene.shop.paypal.set({ reportLimit: 2, reportPageSize: 1 });
  const found = await list('2024-01-01T00:00:00Z', '2024-03-01T00:00:00Z');
  const captures = Object.values(scene.shop.paypal.state().captures);
  expect(captures).toHaveLength(7);
  expect(found.map(({ id }) => id).sort()).toEqual(captures.map(({ id }) => id).sort());
  expect(found.map(({ at }) => at)).toEqual(captures.map(({ createTime }) => new Date(createTime)));
});

test('an hour with too many rows cannot be read, and PayPal’s error is the cause', async () => {
  await buyAt('2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z');
  scene.shop.paypal.set({ reportLimit: 1 });
  const failure: unknown = await list('2024-05-01T00:00:00Z', '2024-05-02T00:00:00Z').catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Problem);
  expect(failure).toMatchObject({
    code: 'payment-provider-unavailable',
    cause: { message: expect.stringMatching(/answered 400 RESULTSET_TOO_LARGE$/) as unknown },
  });
});
