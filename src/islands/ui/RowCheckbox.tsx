interface Props {
  readonly label: string;
  readonly keys: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
}

/** A checkbox that selects rows. */
export function RowCheckbox({ label, keys, selected, onSelect }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={keys.length > 0 && keys.every((key) => selected.has(key))}
      onChange={({ target }) => {
        const otherKeys = [...selected].filter((key) => !keys.includes(key));
        onSelect(new Set(target.checked ? [...otherKeys, ...keys] : otherKeys));
      }}
    />
  );
}
