/** The classes of a button by its look, as whole words: the build removes the rules of words that it does not find. */
export const buttonClasses = { primary: 'button button-primary', danger: 'button button-danger' } as const;

interface Props {
  readonly label: string;
  /** The label while the action runs. The button is as wide as the longer label. */
  readonly busyLabel: string;
  readonly busy: boolean;
  /** True if a press does nothing for another reason. */
  readonly idle?: boolean;
  readonly look?: keyof typeof buttonClasses | undefined;
  readonly type?: 'button' | 'submit';
  /** The form's value of `intent` if this button submits it. */
  readonly intent?: string;
  readonly onPress?: () => void;
}

/** The button of a slow action. While it is busy, a press does nothing and the button keeps the focus. */
export function BusyButton(props: Props) {
  const { label, busyLabel, busy, idle = false, look, type = 'button', intent, onPress } = props;
  return (
    <button
      type={type}
      name={intent && 'intent'}
      value={intent}
      className={look ? buttonClasses[look] : 'button'}
      data-busy={busy ? label : busyLabel}
      aria-busy={busy}
      aria-disabled={busy || idle}
      onClick={() => {
        if (!busy && !idle) onPress?.();
      }}
    >
      {busy ? busyLabel : label}
    </button>
  );
}

interface SubmitButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The button that submits a form. useForm ignores a second submission. */
export function SubmitButton(props: SubmitButtonProps) {
  return <BusyButton {...props} type="submit" look="primary" />;
}

interface RowButtonProps {
  readonly label: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  /** True while the action runs. A press does nothing then. */
  readonly busy?: boolean;
  readonly onPress: () => void;
}

/** The button of an action on a table's row. */
export function RowButton({ label, name, busy = false, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className="button"
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      <span>{label}</span>
      <span className="visually-hidden">{` ${name}`}</span>
    </button>
  );
}
