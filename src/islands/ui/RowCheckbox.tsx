import type { SelectKeys } from './use-selected-keys.ts';

interface Props {
  readonly label: string;
  readonly keys: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: SelectKeys;
}

/** A checkbox that selects rows. */
export function RowCheckbox({ label, keys, selected, onSelect }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={keys.length > 0 && keys.every((key) => selected.has(key))}
      onChange={({ target }) => {
        onSelect(keys, target.checked);
      }}
    />
  );
}
