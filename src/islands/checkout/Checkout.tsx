import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan, type Plan } from '../../shared/plans.ts';
import { type CheckoutCode, checkoutProblemText } from '../../shared/problems/checkout.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { BuyerFields, CodeField } from './BuyerFields.tsx';
import { paymentHandlers } from './payment-handlers.ts';
import { PlanPicker } from './PlanPicker.tsx';
import { useCode, useCodeStatus } from './use-code.ts';

/** The buttons' script is asked for anew with each attempt: a lazy component keeps that it could not be had. */
const newAttempt = (number: number) => ({
  number,
  PaymentButtons: lazy(() => import('./PaymentButtons.tsx')),
});

const loading = (
  <div className="payment-buttons">
    <p className="skeleton" role="status">
      {checkoutMessages.loading}
    </p>
  </div>
);

/** The plan that was chosen before the script took over, when there is one. */
const chosenBefore = (root: HTMLElement | null): Plan | null =>
  findPlan(root?.querySelector<HTMLInputElement>('input[name=plan]:checked')?.value ?? '') ?? null;

/**
 * Shows a checkout that appeared below the screen to somebody who pointed at a plan. With the keyboard
 * the focus is on the plans, and stays in sight.
 */
const bringIntoView = (section: HTMLElement | null): void => {
  if (!section || document.querySelector('input[name=plan]:focus-visible')) return;
  if (section.getBoundingClientRect().top < window.innerHeight * 0.75) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' });
};

/** A plan, who buys (if they like), the affiliate's code, and the provider's buttons. */
const Purchase = () => {
  const root = useRef<HTMLDivElement>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { code, arrived, type } = useCode();
  const [problem, setProblem] = useState<CheckoutCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [{ number, PaymentButtons }, setAttempt] = useState(() => newAttempt(1));
  const status = useCodeStatus(code, arrived);
  const round = useRef(0);

  useEffect(() => {
    const returned = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false);
    };
    window.addEventListener('pageshow', returned);
    return () => {
      window.removeEventListener('pageshow', returned);
    };
  }, []);

  useEffect(() => {
    setPlan(chosenBefore(root.current));
    announceReady(root.current);
  }, []);

  /** Whether the buttons gave up for this attempt: what the provider's script says by itself needs no other one. */
  const gaveUp = useRef(false);

  const select = (chosen: Plan) => {
    setPlan(chosen);
    if (gaveUp.current) retry();
    setProblem(null);
  };
  const retry = () => {
    gaveUp.current = false;
    setProblem(null);
    setAttempt(newAttempt(number + 1));
  };
  // Some browsers keep for the page's life that a script could not be had, and after a deploy it may be gone.
  const showDisplayFailure = useCallback(() => {
    gaveUp.current = true;
    setProblem(number === 1 ? 'payment-options-failed' : 'payment-sdk-broken');
  }, [number]);

  return (
    <div ref={root} className="purchase">
      <PlanPicker selected={plan} locked={busy} onSelect={select} />
      {plan && (
        <section ref={bringIntoView} tabIndex={-1} className="checkout" aria-labelledby="checkout-title">
          <h2 id="checkout-title">Checkout</h2>
          <div className="form">
            <BuyerFields name={name} email={email} onName={setName} onEmail={setEmail} />
            <CodeField code={code} status={status} onChange={type} />
          </div>
          <div className="checkout-card">
            <p className="checkout-summary">
              <span className="plan-name">{plan.name}</span>
              <span className="plan-price">
                <span translate="no">{formatUsd(plan.priceCents)}</span>
                {plan.interval && <small>{` per ${plan.interval}`}</small>}
              </span>
            </p>
            <ErrorBoundary
              resetKey={String(number)}
              fallback={
                <div ref={restoreFocus}>
                  <button type="button" className="button" onClick={retry}>
                    {checkoutMessages.retry}
                  </button>
                </div>
              }
              onError={showDisplayFailure}
            >
              <Suspense fallback={loading}>
                <PaymentButtons
                  type={plan.type}
                  locked={busy}
                  handlers={paymentHandlers({
                    plan,
                    buyer: { name, email, code },
                    onProblem: setProblem,
                    onBegin: () => {
                      setProblem((notice) => (notice === 'payment-approval-failed' ? notice : null));
                    },
                    onBusy: setBusy,
                    round,
                  })}
                  onProblem={setProblem}
                />
              </Suspense>
            </ErrorBoundary>
            <div className="notice" role="status" data-kind={busy ? 'info' : undefined}>
              {busy && checkoutMessages.completing}
            </div>
            <div className="notice" role="alert" data-kind={problem ? 'error' : undefined}>
              {problem && checkoutProblemText(problem)}
            </div>
          </div>
        </section>
      )}
    </div>
  );
};

/** The purchase, from the choice of a plan to the provider's buttons. */
export const Checkout = () => (
  <ErrorBoundary>
    <Purchase />
  </ErrorBoundary>
);
