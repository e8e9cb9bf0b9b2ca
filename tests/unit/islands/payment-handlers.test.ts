import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishPurchase } from '../../../src/islands/checkout/finish-purchase.ts';
import { paymentHandlers } from '../../../src/islands/checkout/payment-handlers.ts';
import { planOfType, type Plan, type PlanType } from '../../../src/shared/plans.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { paypal: { annualPlanId: 'P-1' } } }));
vi.mock('../../../src/islands/checkout/finish-purchase.ts', () => ({ finishPurchase: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(finishPurchase).mockReset();
});

type Call = () => Promise<unknown>;
type Handlers = ReturnType<typeof paymentHandlers>;
type ApproveData = Parameters<Handlers['onApprove']>[0];
type ApproveActions = Parameters<Handlers['onApprove']>[1];

const buyer = { name: '', email: '', code: '' };
const timeoutMs = 60_000;

function never(): Promise<unknown> {
  return new Promise(() => undefined);
}
function answerWith(answer: object): Call {
  return () => Promise.resolve(answer);
}
function failWith(message: string): Call {
  return () => Promise.reject(new Error(message));
}

const lost = failWith('Failed to fetch');
const captured = failWith('ORDER_ALREADY_CAPTURED: Order already captured. (Corr ID: 1a2b');
const completed = { status: 'COMPLETED' };
const pending = { ...completed, purchase_units: [{ payments: { captures: [{ status: 'PENDING' }] } }] };

/** A checkout whose buyer approves a payment. */
function startPayment(type: PlanType = 'one-time') {
  const plan = planOfType(type) as Plan;
  const [onProblem, onBegin, onBusy, restart] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const handlers = paymentHandlers({ plan, buyer, onProblem, onBegin, onBusy, round: { current: 0 } });
  /** Approves an order. `captures` are the answers to its captures, in order. The last one repeats. */
  function approve(captures: readonly Call[], get: Call = never, data: object = { orderID: 'ORDER' }) {
    let count = 0;
    const capture = () => {
      count += 1;
      return captures[Math.min(count, captures.length) - 1]?.();
    };
    const actions = { restart, order: { capture, get } };
    void handlers.onApprove(data as ApproveData, actions as unknown as ApproveActions);
    return () => count;
  }
  return { plan, handlers, approve, onProblem, onBegin, onBusy, restart };
}

test.each([
  ['is repeated after a lost answer, and was made the first time', [lost, captured], never, 'paid'],
  ['was made before, and is pending', [captured], answerWith(pending), 'pending'],
  ['is pending', [answerWith(pending)], never, 'pending'],
  ['has no answer, but the order is paid', [never], answerWith(completed), 'paid'],
] as const)('a capture that %s finishes the purchase', async (_case, captures, get, paid) => {
  const { plan, approve, onProblem, onBusy } = startPayment();
  approve(captures, get);
  await vi.advanceTimersByTimeAsync(2 * timeoutMs + 1_000);
  expect(vi.mocked(finishPurchase).mock.calls).toEqual([[plan, 'ORDER', buyer, paid]]);
  expect(onProblem.mock.calls).toEqual([[null]]);
  expect(onBusy.mock.calls).toEqual([[true]]);
});

test.each([
  ['is refused', [answerWith({ status: 'VOIDED' })], never, 'payment-capture-failed'],
  ['has two lost answers', [lost], never, 'payment-approval-failed'],
  [
    'has a lost answer, and then is refused',
    [lost, failWith('PREVIOUS_REQUEST_IN_PROGRESS: A previous request is in progress. (Corr ID: 1a2b')],
    never,
    'payment-approval-failed',
  ],
  ['has no answer, and took no money', [never], answerWith({ status: 'APPROVED' }), 'payment-capture-failed'],
  ['has no answer, and the order has none', [never], never, 'payment-approval-failed'],
] as const)('a capture that %s shows its problem', async (_case, captures, get, problem) => {
  const { approve, onProblem, onBusy } = startPayment();
  approve(captures, get);
  await vi.advanceTimersByTimeAsync(2 * timeoutMs + 1_000);
  expect(finishPurchase).not.toHaveBeenCalled();
  expect(onProblem.mock.calls).toEqual([[null], [problem]]);
  expect(onBusy.mock.calls).toEqual([[true], [false]]);
});

test('a capture without an answer is requested once', async () => {
  const { approve } = startPayment();
  const countCaptures = approve([never], answerWith({ status: 'APPROVED' }));
  await vi.advanceTimersByTimeAsync(3 * timeoutMs);
  expect(countCaptures()).toBe(1);
});

test('an answer after the time limit still finishes the purchase', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { approve, onProblem } = startPayment();
  approve([() => promise], answerWith({ status: 'APPROVED' }));
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect(onProblem).toHaveBeenLastCalledWith('payment-capture-failed');
  resolve(completed);
  await vi.advanceTimersByTimeAsync(0);
  expect(finishPurchase).toHaveBeenCalledOnce();
});

test('a capture without an answer shows no problem after the buyer has closed the window', async () => {
  const { handlers, approve, onProblem, onBusy } = startPayment();
  vi.stubGlobal('window', {});
  approve([never], answerWith({ status: 'APPROVED' }));
  await vi.advanceTimersByTimeAsync(timeoutMs / 2);
  handlers.onCancel();
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect(onProblem.mock.calls).toEqual([[null], [null]]);
  expect(onBusy.mock.calls).toEqual([[true], [false]]);
});

test('a capture without an answer does not end another approval in the same window', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { approve, onProblem, onBusy } = startPayment();
  approve([never], answerWith({ status: 'APPROVED' }));
  await vi.advanceTimersByTimeAsync(timeoutMs / 2);
  approve([() => promise]);
  await vi.advanceTimersByTimeAsync(timeoutMs * 0.75);
  expect(onProblem.mock.calls).toEqual([[null], [null]]);
  expect(onBusy.mock.calls).toEqual([[true], [true]]);
  resolve(completed);
  await vi.advanceTimersByTimeAsync(0);
  expect(finishPurchase).toHaveBeenCalledOnce();
});

test('a declined card opens PayPal’s window again, without a problem', async () => {
  const { approve, onProblem, restart } = startPayment();
  approve([answerWith({ details: [{ issue: 'INSTRUMENT_DECLINED' }] })]);
  await vi.advanceTimersByTimeAsync(0);
  expect(restart).toHaveBeenCalledOnce();
  expect(onProblem.mock.calls).toEqual([[null]]);
});

test('an approved subscription finishes the purchase; without an id it shows its problem', async () => {
  const { plan, approve, onProblem, onBusy } = startPayment('subscription');
  approve([never], never, { subscriptionID: 'I-1' });
  expect(vi.mocked(finishPurchase).mock.calls).toEqual([[plan, 'I-1', buyer, 'subscribed']]);
  approve([never], never, { subscriptionID: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(onProblem).toHaveBeenLastCalledWith('subscription-approval-failed');
  expect(onBusy).toHaveBeenLastCalledWith(false);
});

test('a buyer who starts to pay or closes the window removes the message of an earlier try', () => {
  const { handlers, onBegin, onProblem } = startPayment();
  vi.stubGlobal('window', {});
  const create = vi.fn();
  type Create = Parameters<Handlers['createOrder']>;
  void handlers.createOrder({} as Create[0], { order: { create } } as unknown as Create[1]);
  expect(onBegin).toHaveBeenCalledOnce();
  expect(create).toHaveBeenCalledOnce();
  handlers.onCancel();
  expect(onProblem).toHaveBeenLastCalledWith(null);
});
