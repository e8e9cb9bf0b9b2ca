interface Props {
  readonly label: string;
  /** What it says meanwhile; the label that is not said holds its room, so that the width stays. */
  readonly busyLabel: string;
  readonly busy: boolean;
  /** True while pressing it does nothing for another reason. */
  readonly idle?: boolean;
  readonly look?: 'primary' | 'danger' | undefined;
  readonly type?: 'button' | 'submit';
  /** What its form reads as `wish` when it is submitted by this button. */
  readonly wish?: string;
  readonly onPress?: () => void;
}

/** A button of what takes a while. Meanwhile it says so, and pressing it does nothing; it keeps the focus. */
export const BusyButton = (props: Props) => {
  const { label, busyLabel, busy, idle = false, look, type = 'button', wish, onPress } = props;
  return (
    <button
      type={type}
      name={wish && 'wish'}
      value={wish}
      className={look ? `button button-${look}` : 'button'}
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
};

interface SubmitButtonProps {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The button that submits a form; useForm sees to it that a second submission meanwhile does nothing. */
export const SubmitButton = (props: SubmitButtonProps) => (
  <BusyButton {...props} type="submit" look="primary" />
);

interface RowButtonProps {
  readonly label: string;
  /** Whose row it is, for those who hear the button without seeing what stands beside it. */
  readonly name: string;
  /** True while it is at it: pressing it does nothing. */
  readonly busy?: boolean;
  readonly onPress: () => void;
}

/** An action of a table's row. */
export const RowButton = ({ label, name, busy = false, onPress }: RowButtonProps) => (
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
