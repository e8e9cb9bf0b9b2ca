import { describe, expect, test } from 'vitest';
import { runReconcile } from '../../../../netlify/commands/reconcile.ts';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { reconcileRecent } from '../../../../src/server/money/reconciliation/reconcile.ts';
import { signIn } from '../../accounts.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, buy } = reconciliationScene();

describe('the daily run', () => {
  test('saves one report of the last ten days for the admin, and another the next day', async () => {
    const token = await signIn('admin');
    const latest = () => scene.shop.call('GET', '/api/reconciliation/latest', undefined, { token });
    expect((await latest()).body).toEqual({ report: null });
    scene.shop.paypal.set({ clock: '2026-06-13T10:00:00Z', holdWebhooks: true });
    const { paymentId } = await buy('one-time');
    const at = (now: string) => newContext({ ...scene.services, now: () => new Date(now) }, 'test');
    expect(await reconcileRecent(at('2026-06-15T05:20:00Z'))).toMatchObject({ first_day: '2026-06-05' });
    expect(await reconcileRecent(at('2026-06-15T06:20:00Z'))).toBeNull();
    expect((await latest()).body).toMatchObject({
      report: {
        first_day: '2026-06-05',
        last_day: '2026-06-14',
        differences: [{ code: 'payment-missing-here', transaction_id: paymentId }],
        made_at: '2026-06-15T05:20:00.000Z',
      },
    });
    scene.shop.paypal.flush();
    await scene.shop.paypal.idle();
    await reconcileRecent(at('2026-06-16T05:20:00Z'));
    expect((await latest()).body).toMatchObject({ report: { last_day: '2026-06-15', differences: [] } });
    await expect(scene.shop.rows('update reconciliations set compared = 0')).rejects.toThrow(/append-only/);
  });

  test('saves nothing if PayPal is unavailable, so that the next run tries again', async () => {
    const context = newContext({ ...scene.services, now: () => new Date('2026-07-15T05:20:00Z') }, 'test');
    scene.shop.paypal.set({ down: true });
    await expect(reconcileRecent(context)).rejects.toMatchObject({ code: 'payment-provider-unavailable' });
    scene.shop.paypal.set({ down: false });
    expect(await reconcileRecent(context)).toMatchObject({ last_day: '2026-07-14' });
  });
});

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
