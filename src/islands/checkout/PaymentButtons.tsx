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

const scriptOptions = (type: PlanType): ReactPayPalScriptOptions => ({
  clientId: config.paypal.clientId,
  currency,
  components: 'buttons',
  ...(config.paypal.sdkUrl && { sdkBaseUrl: config.paypal.sdkUrl }),
  ...(type === 'one-time' ? { intent: 'capture' } : { intent: 'subscription', vault: true }),
});

interface Props {
  readonly type: PlanType;
  /** While a payment is being completed no other one begins, by keyboard neither. */
  readonly locked: boolean;
  readonly handlers: PaymentHandlers;
  readonly onProblem: (code: CheckoutCode | null) => void;
}

/** Tells a script that did not load from one that did, and left no SDK behind. */
const loadProblem = (message: string): CheckoutCode =>
  message.includes('is not available') ? 'payment-sdk-broken' : 'payment-sdk-load-failed';

const renderProblem = (message: string): CheckoutCode | null => {
  if (message.startsWith('Unable to render')) return 'payment-sdk-broken';
  return message.startsWith('Failed to render') ? 'payment-options-failed' : null;
};

/** Errors of the SDK for a window that was closed before it had drawn anything. The buyer cancelled; nothing failed. */
const closedEarly = ['Detected popup close', 'Window is closed, can not determine type'];

/**
 * How long the SDK's script may take, in milliseconds: the browser waits forever, and another question for the same address
 * waits with it. One that comes later is taken all the same.
 */
const loadedWithin = 30_000;

/** How long the SDK may leave its place empty, in milliseconds: where it fails before it drew anything, it says nothing. */
const drawnWithin = 10_000;

/** A ref for what holds the buttons, and whether the SDK still leaves it empty; throws where they are not drawn in time. */
const useDrawn = (loaded: boolean, type: PlanType) => {
  const place = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const [isTooLate, setTooLate] = useState(false);
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
      setTooLate(look());
    }, drawnWithin);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [loaded, type]);
  if (isTooLate) throw new Error('The buttons were not drawn.');
  return { place, isEmpty };
};

/** Whether the script of these options has not come in time. */
const useLate = (options: object, settled: boolean): boolean => {
  const [late, setLate] = useState<object | null>(null);
  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => {
      setLate(options);
    }, loadedWithin);
    return () => {
      clearTimeout(timer);
    };
  }, [options, settled]);
  return late === options && !settled;
};

const Buttons = ({ type, locked, handlers, onProblem }: Props) => {
  const [{ options, isResolved, isRejected }, dispatch] = usePayPalScriptReducer();
  const loadError = useContext(ScriptContext)?.loadingStatusErrorMessage;
  const isLate = useLate(options, isResolved || isRejected);
  const stale = options.intent !== scriptOptions(type).intent;
  const loaded = isResolved && !stale;
  const rejected = isRejected && !stale;
  const late = isLate && !stale;
  const { place, isEmpty } = useDrawn(loaded, type);
  /** The plan type whose buttons the SDK said it cannot draw. */
  const [failed, setFailed] = useState<PlanType | null>(null);
  const waiting = loaded ? isEmpty && failed !== type : !rejected && !late;

  // A script that is taken away while it is under way runs all the same, and the SDK that runs last destroys the other's
  // buttons: so one after the other.
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
    if (closedEarly.includes(message)) {
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
              // The script that failed goes from the page: found there, it would be taken for one that came.
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
};

/** Stands where the provider offers no way to pay for this browser. */
const IneligibleButtons = ({ onProblem }: Pick<Props, 'onProblem'>) => {
  useEffect(() => {
    onProblem('payment-options-failed');
  }, [onProblem]);
  return null;
};

/** The last payment of this tab, until the buyer says that they want to pay again. */
const useLastPayment = () => {
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
};

/**
 * The provider's own buttons. Its SDK is loaded for the plan's type, and anew when the type changes. After a payment in
 * this tab they ask first.
 */
const PaymentButtons = (props: Props) => {
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
};

// React.lazy takes a default export: the provider's code is fetched once a plan is chosen.
export default PaymentButtons;
