interface Props {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked: boolean;
  readonly readOnly: boolean;
}

/** A checkbox in a form. While it is read-only it keeps its tick, and the focus. */
export const CheckField = ({ name, label, defaultChecked, readOnly }: Props) => (
  <label className="check">
    <input
      type="checkbox"
      {...{ name, defaultChecked }}
      aria-readonly={readOnly}
      onClick={(event) => {
        if (readOnly) event.preventDefault();
      }}
    />
    <span>{label}</span>
  </label>
);
