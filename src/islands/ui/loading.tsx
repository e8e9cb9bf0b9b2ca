import { type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { screenMessages } from '../../shared/messages/screen.ts';
import { BusyButton } from './BusyButton.tsx';
import { handsFocusOn } from './focus.ts';

/**
 * What a screen asks for as it opens, and anew whenever `ask` is another function. `value` is undefined until it came, and
 * `failure` the words that `ask` ended with instead; an answer that was overtaken by a later question is left aside.
 */
export const useLoaded = <Value extends object | null>(ask: () => Promise<Value | string>) => {
  const [value, put] = useState<Value>();
  const [failure, setFailure] = useState<string | null>(null);
  const turn = useRef(0);

  const load = useCallback(() => {
    const own = ++turn.current;
    setFailure(null);
    void ask().then((answer) => {
      if (own !== turn.current) return;
      if (typeof answer === 'string') setFailure(answer);
      else put(answer);
    });
  }, [ask]);
  useEffect(load, [load]);

  /** What a change left, which no answer to an earlier question undoes. */
  const change = (changed: Value) => {
    turn.current += 1;
    setFailure(null);
    put(changed);
  };
  return { value, failure, load, change };
};

interface WaitingProps {
  readonly text: string;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/** What stands where something is still to come. */
export const Waiting = ({ text, ref }: WaitingProps) => (
  <p ref={ref} className="skeleton guard" role="status">
    {text}
  </p>
);

interface TryAgainProps {
  readonly text: string;
  /** True during a try that leaves it on the screen. */
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** What could not be had, in one sentence, and another try. */
export const TryAgain = ({ text, busy = false, onRetry }: TryAgainProps) => (
  <div ref={handsFocusOn} className="form">
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <BusyButton
        look="primary"
        label={screenMessages.retry}
        busyLabel={screenMessages.retrying}
        busy={busy}
        onPress={onRetry}
      />
    </div>
  </div>
);
