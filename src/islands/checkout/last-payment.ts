import { lastPaymentKey, type LastPayment } from '../../shared/paid-mark.ts';

/** Reads the last payment of this tab; null without one, and without storage. */
export const readLastPayment = (): LastPayment | null => {
  try {
    const { paid, orderId } = JSON.parse(
      sessionStorage.getItem(lastPaymentKey) ?? '{}',
    ) as Partial<LastPayment>;
    return paid && orderId ? { paid, orderId } : null;
  } catch {
    return null;
  }
};
