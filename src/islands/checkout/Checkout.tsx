import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { countEvent } from '../../client/count.ts';
import { announceReady } from '../../client/interaction.ts';
import { runErrand } from '../../client/side-errand.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import { formatUsd } from '../../shared/money.ts';
import { findPlan, type Plan, type PlanId, plans } from '../../shared/plans.ts';
import { type CheckoutCode, checkoutProblemText } from '../../shared/problem-texts/checkout.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { usePageRestored } from '../ui/use-page-restored.ts';
import { CodeField, NameField, ReceiptField } from './CheckoutFields.tsx';
import { paymentHandlers } from './payment-handlers.ts';
import { PlanPicker } from './PlanPicker.tsx';
import { useCheckedCode, useCode } from './use-code.ts';
import { useInvitation } from './use-invitation.ts';
import type { CheckoutWords, PlanWords } from './words.ts';

interface Props {
  readonly words: CheckoutWords;
}

/** The purchase: plan, buyer, affiliate code and PayPal's buttons. */
export function Checkout({ words }: Props) {
  return (
    <ErrorBoundary>
      <Purchase words={words} />
    </ErrorBoundary>
  );
}

/** Returns a new lazy component, because a lazy component that failed to load stays failed. */
function newAttempt(number: number) {
  return {
    number,
    PaymentButtons: lazy(() => import('./PaymentButtons.tsx')),
  };
}

const loadingButtons = (
  <div className="payment-buttons">
    <p className="skeleton" role="status">
      {checkoutMessages.loading}
    </p>
  </div>
);

function Purchase({ words }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [planId, setPlanId] = useState<PlanId | null>(null);
  const invitation = useInvitation();
  const isChecking = invitation === 'loading';
  const invited = isChecking ? undefined : invitation?.plan;
  const offers = plans.map((offer) => (offer.id === invited?.id ? invited : offer));
  const plan = offers.find(({ id }) => id === planId) ?? null;
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { code, storedCode, setCode } = useCode();
  const [problem, setProblem] = useState<CheckoutCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [{ number, PaymentButtons }, setAttempt] = useState(() => newAttempt(1));
  const checkedCode = useCheckedCode(code, storedCode);
  const round = useRef(0);

  usePageRestored(() => {
    setBusy(false);
  });

  useLayoutEffect(() => {
    setPlanId(readCheckedPlan(root.current)?.id ?? null);
    announceReady(root.current);
  }, []);

  useEffect(() => {
    if (planId) countEvent('plan-chosen', planId);
  }, [planId]);

  /** True if the buttons of this attempt failed to render, so that another plan needs a new attempt. */
  const hasFailed = useRef(false);

  const select = (selected: Plan) => {
    setPlanId(selected.id);
    if (hasFailed.current) retry();
    setProblem(null);
  };
  const retry = () => {
    hasFailed.current = false;
    setProblem(null);
    setAttempt(newAttempt(number + 1));
  };
  // A second failure needs a new page: some browsers cache a failed import, and a deploy may have removed the script.
  const showDisplayFailure = useCallback(() => {
    hasFailed.current = true;
    if (!navigator.onLine) setProblem('payment-sdk-load-failed');
    else setProblem(number === 1 ? 'payment-options-failed' : 'payment-sdk-broken');
  }, [number]);

  return (
    <div ref={root} className="purchase">
      {invitation && (
        <div className="notice" role="status" data-kind="info">
          {isChecking ? checkoutMessages.checkingInvitation : invitation.text}
        </div>
      )}
      <PlanPicker plans={offers} words={words.plans} selected={plan} locked={busy} onSelect={select} />
      {plan && !isChecking && (
        <section
          ref={scrollIntoViewIfLow}
          tabIndex={-1}
          className="checkout"
          aria-labelledby="checkout-title"
        >
          <h2 id="checkout-title">Checkout</h2>
          <div className="checkout-card">
            <p className="checkout-summary">
              <span className="plan-name">{plan.name}</span>
              <span className="plan-price">
                <span translate="no">{formatUsd(plan.priceCents)}</span>
                <small>{` ${words.plans[plan.id].period}`}</small>
              </span>
            </p>
            <PaymentTerms plan={plan} words={words.plans[plan.id]} />
            <ReceiptField email={email} hint={words.buyer.email} onEmail={setEmail} />
            <div className="notice" role="status" data-kind={busy ? 'info' : undefined}>
              {busy && checkoutMessages.completing}
            </div>
            <div className="notice" role="alert" data-kind={problem ? 'error' : undefined}>
              {problem && checkoutProblemText(problem)}
            </div>
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
              <Suspense fallback={loadingButtons}>
                <PaymentButtons
                  type={plan.type}
                  locked={busy}
                  handlers={paymentHandlers({
                    plan,
                    invited: plan === invited ? invited : undefined,
                    buyer: { name, email, code: checkedCode.code },
                    onProblem: setProblem,
                    onBegin: () => {
                      countEvent('payment-begun', plan.id);
                      setProblem((notice) => (notice === 'payment-approval-failed' ? notice : null));
                    },
                    onBusy: setBusy,
                    round,
                  })}
                  onProblem={setProblem}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
          <div className="form">
            <h3>{words.buyer.heading}</h3>
            <NameField name={name} onName={setName} />
            <CodeField code={code} status={checkedCode.status} onChange={setCode} />
          </div>
        </section>
      )}
    </div>
  );
}

/** The terms of a plan, above the payment buttons: whether it renews, how to cancel, and how to get a refund. */
function PaymentTerms({ plan, words: { terms, links } }: { readonly plan: Plan; readonly words: PlanWords }) {
  const usualPrice = formatUsd(findPlan(plan.id)?.priceCents ?? 0);
  return (
    <div className="payment-terms">
      <p>{terms.replaceAll(usualPrice, formatUsd(plan.priceCents))}</p>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the plan that was selected before hydration, or null. */
function readCheckedPlan(root: HTMLElement | null): Plan | null {
  return findPlan(root?.querySelector<HTMLInputElement>('input[name=plan]:checked')?.value ?? '') ?? null;
}

/**
 * Scrolls to the checkout if it appeared low on the screen after a click on a plan. Does not scroll for a buyer who uses the
 * keyboard: the focus is on the plans, which must stay visible.
 */
function scrollIntoViewIfLow(section: HTMLElement | null): void {
  if (!section || document.querySelector('input[name=plan]:focus-visible')) return;
  if (section.getBoundingClientRect().top < window.innerHeight * 0.75) return;
  const mayMove = runErrand(() => matchMedia('(prefers-reduced-motion: no-preference)').matches) ?? false;
  section.scrollIntoView({ behavior: mayMove ? 'smooth' : 'auto', block: 'start' });
}
