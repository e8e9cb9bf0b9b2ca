import {
  DISPATCH_ACTION,
  PayPalButtons,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  ScriptContext,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js';
import { useContext, useEffect, useRef, useState } from 'react';
import { config } from '../../client/config.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import { currency, type PlanType } from '../../shared/plans.ts';
import type { CheckoutCode } from '../../shared/problem-texts/checkout.ts';
import { restoreFocus } from '../ui/focus.ts';
import { usePageRestored } from '../ui/use-page-restored.ts';
import { PayAgain, readLastPayment } from './PayAgain.tsx';
import type { PaymentHandlers } from './payment-handlers.ts';

function scriptOptions(type: PlanType): ReactPayPalScriptOptions {
  return {
    clientId: config.paypal.clientId,
    currency,
    components: 'buttons',
    ...(config.paypal.sdkUrl && { sdkBaseUrl: config.paypal.sdkUrl }),
    ...(type === 'one-time' ? { intent: 'capture' } : { intent: 'subscription', vault: true }),
  };
}

interface Props {
  readonly type: PlanType;
  /** True while a payment is being completed. No other payment can start meanwhile, not even by keyboard. */
  readonly locked: boolean;
  readonly handlers: PaymentHandlers;
  readonly onProblem: (code: CheckoutCode | null) => void;
}

/** Distinguishes a script that failed to load from a script that loaded without an SDK. */
function loadProblem(message: string): CheckoutCode {
  return message.includes('is not available') ? 'payment-sdk-broken' : 'payment-sdk-load-failed';
}

function renderProblem(message: string): CheckoutCode | null {
  if (message.startsWith('Unable to render')) return 'payment-sdk-broken';
  return message.startsWith('Failed to render') ? 'payment-options-failed' : null;
}

/** Errors of the SDK for a window that the buyer closed before it had rendered. The buyer cancelled; nothing failed. */
const closedWindowMessages = ['Detected popup close', 'Window is closed, can not determine type'];

/**
 * Timeout of the SDK's script in milliseconds. The browser itself has none, and a second request for the same address waits for
 * the first. A script that loads later still counts.
 */
const loadTimeoutMs = 30_000;

/** Timeout for rendering in milliseconds. The SDK reports no error if it fails before it has rendered anything. */
const renderTimeoutMs = 10_000;

/** Returns a ref for the box of the buttons, and true while the box is empty. Throws after the timeout. */
function useRenderedButtons(isLoaded: boolean, type: PlanType) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const box = boxRef.current;
    if (!isLoaded || !box) return undefined;
    const update = () => {
      const hasNoButtons = box.matches(':has(> div:empty)');
      setEmpty(hasNoButtons);
      return hasNoButtons;
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(box, { childList: true, subtree: true });
    const timer = setTimeout(() => {
      setTimedOut(update());
    }, renderTimeoutMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isLoaded, type]);
  if (hasTimedOut) throw new Error('The buttons were not drawn.');
  return { boxRef, isEmpty };
}

/** True if the script of these options has not loaded in time. */
function useLoadTimeout(options: object, isSettled: boolean): boolean {
  const [lateOptions, setLateOptions] = useState<object | null>(null);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => {
      setLateOptions(options);
    }, loadTimeoutMs);
    return () => {
      clearTimeout(timer);
    };
  }, [options, isSettled]);
  return lateOptions === options && !isSettled;
}

function Buttons({ type, locked, handlers, onProblem }: Props) {
  const [{ options, isResolved, isRejected }, dispatch] = usePayPalScriptReducer();
  const loadError = useContext(ScriptContext)?.loadingStatusErrorMessage;
  const hasTimedOut = useLoadTimeout(options, isResolved || isRejected);
  /** True while the SDK's options are those of the earlier plan type. */
  const isStale = options.intent !== scriptOptions(type).intent;
  const isLoaded = isResolved && !isStale;
  const hasLoadFailed = isRejected && !isStale;
  const isLate = hasTimedOut && !isStale;
  const { boxRef, isEmpty } = useRenderedButtons(isLoaded, type);
  /** The plan type whose buttons the SDK failed to render. */
  const [failedType, setFailedType] = useState<PlanType | null>(null);
  const isWaiting = isLoaded ? isEmpty && failedType !== type : !hasLoadFailed && !isLate;

  // Removing a <script> that is still loading does not stop it, and whichever SDK runs last destroys the other's buttons. So
  // they load one at a time.
  const isSettled = isResolved || isRejected || hasTimedOut;
  useEffect(() => {
    if (isStale && isSettled) dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: scriptOptions(type) });
  }, [isStale, isSettled, type, dispatch]);

  useEffect(() => {
    if (hasLoadFailed) onProblem(loadProblem(loadError ?? ''));
  }, [hasLoadFailed, loadError, onProblem]);
  useEffect(() => {
    if (!isLate) return undefined;
    onProblem('payment-sdk-broken');
    return () => {
      onProblem(null);
    };
  }, [isLate, onProblem]);

  const { createOrder, createSubscription, onApprove, onCancel, onFailure } = handlers;
  const purchase =
    type === 'one-time' ? { createOrder } : { createSubscription, style: { label: 'subscribe' } as const };
  const onError = (error: Readonly<Record<string, unknown>>) => {
    const message = typeof error.message === 'string' ? error.message : '';
    if (closedWindowMessages.includes(message)) {
      onCancel();
      return;
    }
    onFailure();
    setFailedType(type);
    onProblem(renderProblem(message) ?? 'payment-failed');
  };
  return (
    <div ref={locked ? undefined : restoreFocus} className="payment-buttons" inert={locked}>
      {isWaiting && (
        <p className="skeleton" role="status">
          {checkoutMessages.loading}
        </p>
      )}
      {hasLoadFailed && (
        <div ref={restoreFocus}>
          <button
            type="button"
            className="button"
            onClick={() => {
              onProblem(null);
              // Removes the failed script from the page. Otherwise the SDK's loader would take it for a loaded script.
              dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: scriptOptions(type) });
            }}
          >
            {checkoutMessages.retry}
          </button>
        </div>
      )}
      {isLoaded && (
        <div ref={boxRef}>
          <PayPalButtons key={type} onApprove={onApprove} onCancel={onCancel} onError={onError} {...purchase}>
            <IneligibleButtons onProblem={onProblem} />
          </PayPalButtons>
        </div>
      )}
    </div>
  );
}

/** Reports that PayPal offers no way to pay in this browser. */
function IneligibleButtons({ onProblem }: Pick<Props, 'onProblem'>) {
  useEffect(() => {
    onProblem('payment-options-failed');
  }, [onProblem]);
  return null;
}

/**
 * PayPal's buttons. Loads PayPal's SDK for the plan's type, and again when the type changes. After a payment in this tab
 * the buyer is asked before another payment.
 */
function PaymentButtons(props: Props) {
  const [lastPayment, setLastPayment] = useState(readLastPayment);
  // A restored page may be older than the last payment.
  usePageRestored(() => {
    setLastPayment(readLastPayment());
  });
  if (lastPayment)
    return (
      <PayAgain
        lastPayment={lastPayment}
        onPayAgain={() => {
          setLastPayment(null);
        }}
      />
    );
  return (
    <PayPalScriptProvider options={scriptOptions(props.type)}>
      <Buttons {...props} />
    </PayPalScriptProvider>
  );
}

// React.lazy needs a default export. This file and PayPal's code load when a plan is selected.
export default PaymentButtons;
