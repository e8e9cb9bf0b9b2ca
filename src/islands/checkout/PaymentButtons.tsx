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
import type { CheckoutCode } from '../../shared/problems/checkout.ts';
import { restoreFocus } from '../ui/focus.ts';
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
  /** True while a payment is completed. No other payment can start then, also by keyboard. */
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
function useRenderedButtons(loaded: boolean, type: PlanType) {
  const place = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [hasTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const box = place.current;
    if (!loaded || !box) return undefined;
    const look = () => {
      const empty = box.matches(':has(> div:empty)');
      setEmpty(empty);
      return empty;
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(box, { childList: true, subtree: true });
    const timer = setTimeout(() => {
      setTimedOut(look());
    }, renderTimeoutMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [loaded, type]);
  if (hasTimedOut) throw new Error('The buttons were not drawn.');
  return { place, isEmpty };
}

/** True if the script of these options has not loaded in time. */
function useLoadTimeout(options: object, settled: boolean): boolean {
  const [late, setLate] = useState<object | null>(null);
  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => {
      setLate(options);
    }, loadTimeoutMs);
    return () => {
      clearTimeout(timer);
    };
  }, [options, settled]);
  return late === options && !settled;
}

function Buttons({ type, locked, handlers, onProblem }: Props) {
  const [{ options, isResolved, isRejected }, dispatch] = usePayPalScriptReducer();
  const loadError = useContext(ScriptContext)?.loadingStatusErrorMessage;
  const isLate = useLoadTimeout(options, isResolved || isRejected);
  const stale = options.intent !== scriptOptions(type).intent;
  const loaded = isResolved && !stale;
  const rejected = isRejected && !stale;
  const late = isLate && !stale;
  const { place, isEmpty } = useRenderedButtons(loaded, type);
  /** The plan type whose buttons the SDK failed to render. */
  const [failed, setFailed] = useState<PlanType | null>(null);
  const waiting = loaded ? isEmpty && failed !== type : !rejected && !late;

  // Removing a <script> that is still loading does not stop it, and whichever SDK runs last destroys the other's buttons. So
  // they load one at a time.
  const settled = isResolved || isRejected || isLate;
  useEffect(() => {
    if (stale && settled) dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: scriptOptions(type) });
  }, [stale, settled, type, dispatch]);

  useEffect(() => {
    if (rejected) onProblem(loadProblem(loadError ?? ''));
  }, [rejected, loadError, onProblem]);
  useEffect(() => {
    if (!late) return undefined;
    onProblem('payment-sdk-broken');
    return () => {
      onProblem(null);
    };
  }, [late, onProblem]);

  const { onApprove, onCancel, onFailure } = handlers;
  const onError = (error: Readonly<Record<string, unknown>>) => {
    const message = typeof error.message === 'string' ? error.message : '';
    if (closedWindowMessages.includes(message)) {
      onCancel();
      return;
    }
    onFailure();
    setFailed(type);
    onProblem(renderProblem(message) ?? 'payment-failed');
  };
  return (
    <div ref={locked ? undefined : restoreFocus} className="payment-buttons" inert={locked}>
      {waiting && (
        <p className="skeleton" role="status">
          {checkoutMessages.loading}
        </p>
      )}
      {rejected && (
        <div ref={restoreFocus}>
          <button
            type="button"
            className="button"
            onClick={() => {
              onProblem(null);
              // Removes the failed script from the page. Otherwise the SDK's loader would take it for a loaded one.
              dispatch({ type: DISPATCH_ACTION.RESET_OPTIONS, value: scriptOptions(type) });
            }}
          >
            {checkoutMessages.retry}
          </button>
        </div>
      )}
      {loaded && (
        <div ref={place}>
          {type === 'one-time' ? (
            <PayPalButtons
              key={type}
              {...{ onApprove, onCancel, onError }}
              createOrder={handlers.createOrder}
            >
              <IneligibleButtons onProblem={onProblem} />
            </PayPalButtons>
          ) : (
            <PayPalButtons
              key={type}
              {...{ onApprove, onCancel, onError }}
              createSubscription={handlers.createSubscription}
              style={{ label: 'subscribe' }}
            >
              <IneligibleButtons onProblem={onProblem} />
            </PayPalButtons>
          )}
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

/** The last payment of this tab, until the buyer wants to pay again. */
function useLastPayment() {
  const [last, setLast] = useState(readLastPayment);
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => {
      if (event.persisted) setLast(readLastPayment());
    };
    window.addEventListener('pageshow', returned);
    return () => {
      window.removeEventListener('pageshow', returned);
    };
  }, []);
  return [last, setLast] as const;
}

/**
 * PayPal's buttons. Loads PayPal's SDK for the plan's type, and again when the type changes. After a payment in this tab it
 * asks before another payment.
 */
function PaymentButtons(props: Props) {
  const [last, setLast] = useLastPayment();
  if (last)
    return (
      <PayAgain
        last={last}
        onAgain={() => {
          setLast(null);
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
