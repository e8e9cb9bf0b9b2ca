import { useCallback, useState } from 'react';

/** A function that selects or deselects the rows with these keys. */
export type SelectKeys = (keys: readonly string[], isSelected: boolean) => void;

interface SelectedKeys {
  readonly selected: ReadonlySet<string>;
  readonly select: SelectKeys;
  readonly clear: () => void;
}

/** The keys of the selected rows of a list. */
export function useSelectedKeys(): SelectedKeys {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select: SelectKeys = (keys, isSelected) => {
    setSelected((now) => {
      const next = new Set(now);
      for (const key of keys) {
        if (isSelected) next.add(key);
        else next.delete(key);
      }
      return next;
    });
  };
  const clear = useCallback(() => {
    setSelected(new Set());
  }, []);
  return { selected, select, clear };
}
