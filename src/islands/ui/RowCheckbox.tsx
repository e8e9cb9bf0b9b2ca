import { startTransition, useOptimistic } from 'react';
import type { SelectKeys } from './use-selected-keys.ts';

interface Props {
  readonly label: string;
  readonly keys: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: SelectKeys;
}

/** A checkbox that selects rows. It shows the press at once, and the rest of the screen follows. */
export function RowCheckbox({ label, keys, selected, onSelect }: Props) {
  const [isSelected, showSelected] = useOptimistic(keys.length > 0 && keys.every((key) => selected.has(key)));
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      onChange={({ target: { checked } }) => {
        startTransition(() => {
          showSelected(checked);
          onSelect(keys, checked);
        });
      }}
    />
  );
}
