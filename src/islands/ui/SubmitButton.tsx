interface Props {
  readonly label: string;
  /** What it says meanwhile; the label that is not said holds its room, so that the width stays. */
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The button that submits a form. While that is under way it says so, and pressing it does nothing. */
export const SubmitButton = ({ label, busyLabel, busy }: Props) => (
  <button
    type="submit"
    className="button button-primary"
    data-busy={busy ? label : busyLabel}
    aria-busy={busy}
    aria-disabled={busy}
  >
    {busy ? busyLabel : label}
  </button>
);
