interface Props {
  readonly label: string;
  /** Whose row it is, for those who hear the button without seeing what stands beside it. */
  readonly name: string;
  /** True while it is at it: pressing it does nothing. */
  readonly busy?: boolean;
  readonly onPress: () => void;
}

/** An action of a table's row. */
export const RowButton = ({ label, name, busy = false, onPress }: Props) => (
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
