import { use, useRef, useState } from 'react';
import { pressPainted } from '../../client/interaction.ts';
import { AskContext } from './ask.ts';

/** The classes of a button by its look, as whole words: the build removes the rules of words that it does not find. */
export const buttonClasses = {
  primary: 'button button-primary',
  danger: 'button button-danger',
  plain: 'button',
} as const;

interface Props {
  readonly label: string;
  /** The label while the action runs. The button is as wide as the longer label. */
  readonly busyLabel: string;
  /** True while an action runs that this button did not start. */
  readonly busy?: boolean;
  /** True if a press does nothing for another reason. */
  readonly idle?: boolean;
  readonly look?: keyof typeof buttonClasses | undefined;
  readonly type?: 'button' | 'submit';
  /** The id of a text that explains the button. */
  readonly describedBy?: string;
  /** The form's value of `intent` if this button submits it. */
  readonly intent?: string;
  readonly onPress?: () => unknown;
}

/**
 * The button of a slow action. It is busy until the promise of `onPress` settles. While it is busy, a press does nothing and the
 * button keeps the focus. It does not look busy while the user is asked a question.
 */
export function BusyButton(props: Props) {
  const { label, busyLabel, idle = false, look, type = 'button', intent, describedBy, onPress } = props;
  const { isRunning, run } = usePress(onPress);
  const { isAsking } = use(AskContext);
  const isBusy = props.busy || isRunning;
  const looksBusy = isBusy && !isAsking;
  return (
    <button
      type={type}
      name={intent && 'intent'}
      value={intent}
      className={look ? buttonClasses[look] : 'button'}
      data-swap={looksBusy ? label : busyLabel}
      aria-busy={looksBusy}
      aria-disabled={looksBusy || idle}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isBusy && !idle) void run();
      }}
    >
      {looksBusy ? busyLabel : label}
    </button>
  );
}

interface RowButtonProps {
  readonly label: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  /** True while an action of the row runs that this button did not start. */
  readonly busy?: boolean;
  readonly onPress: () => unknown;
}

/** The button of an action on a table's row. It is busy until the promise of `onPress` settles. */
export function RowButton({ label, name, busy = false, onPress }: RowButtonProps) {
  const { isRunning, run } = usePress(onPress);
  const { isAsking } = use(AskContext);
  const isBusy = busy || isRunning;
  return (
    <button
      type="button"
      className="button"
      aria-busy={isBusy && !isAsking}
      aria-disabled={isBusy && !isAsking}
      onClick={() => {
        if (!isBusy) void run();
      }}
    >
      <span>{label}</span>
      <span className="visually-hidden">{` ${name}`}</span>
    </button>
  );
}

/**
 * Runs the action of a button after the press is painted. `isRunning` is true until the action's promise settles. A second press
 * before that does nothing.
 */
function usePress(action: (() => unknown) | undefined) {
  const [isRunning, setRunning] = useState(false);
  // Set before the paint; `isRunning` follows after it.
  const isPressed = useRef(false);
  const run = async () => {
    if (isPressed.current) return;
    isPressed.current = true;
    try {
      await pressPainted();
      const result = action?.();
      setRunning(result instanceof Promise);
      await result;
    } finally {
      isPressed.current = false;
      setRunning(false);
    }
  };
  return { isRunning, run };
}
