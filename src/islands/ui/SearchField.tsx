import { useEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/interaction.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import type { Records } from '../data/use-records.ts';

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 300;

/** Searches a list while the user types. */
export function SearchField<Row>({
  records,
  label,
}: {
  readonly records: Records<Row>;
  readonly label: string;
}) {
  const { query, change } = records;
  const [text, setText] = useState(query.q);
  /** The last text that this field has searched for. Another text comes from elsewhere, and replaces the typed one. */
  const [searched, setSearched] = useState(query.q);
  if (searched !== query.q) {
    setSearched(query.q);
    setText(query.q);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    announceReady(input.current);
    return () => {
      clearTimeout(timer.current);
    };
  }, []);

  return (
    <div className="field">
      <label htmlFor="list-search">{label}</label>
      <input
        ref={input}
        id="list-search"
        type="search"
        maxLength={maxLengths.search}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setSearched(target.value.trim());
            change({ q: target.value.trim() });
          }, DEBOUNCE_MS);
        }}
      />
    </div>
  );
}
