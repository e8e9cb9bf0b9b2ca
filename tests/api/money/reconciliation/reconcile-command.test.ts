import { describe, expect, test } from 'vitest';
import { runReconcile } from '../../../../netlify/commands/reconcile.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, buy } = reconciliationScene();

describe('npm run reconcile', () => {
  const command = (...args: string[]) => runReconcile(args, (work) => work(scene.services), '2026-06-15');

  test('ends with code 0 if there are no differences', async () => {
    await buy('one-time');
    expect(await command(scene.day, scene.day)).toEqual({
      code: 0,
      text: `${scene.day}, payments, refunds and payouts compared: 1. No differences.`,
    });
  });

  test('ends with code 1, and lists the differences', async () => {
    scene.shop.paypal.set({ holdWebhooks: true });
    const { paymentId } = await buy('one-time');
    const { code, text } = await command(scene.day, scene.day);
    expect(code).toBe(1);
    expect(text).toContain('payment-missing-here');
    expect(text).toContain(`transaction ${paymentId}`);
  });

  test.each([[['2025-08-31', '2025-08-01']], [['2026-06-15', '2026-06-16']]])(
    'ends with code 2 for wrong days: %j',
    async (args) => {
      expect((await command(...args)).code).toBe(2);
    },
  );

  test('ends with code 3 if PayPal is unavailable', async () => {
    scene.shop.paypal.set({ down: true });
    const { code, text } = await command(scene.day, scene.day);
    expect(code).toBe(3);
    expect(text).toContain('cannot be reached');
  });
});
