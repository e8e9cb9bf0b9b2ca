import { useEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/directives/ready.ts';
import type { Records } from './use-records.ts';

/** How long typing rests before a search goes out, in milliseconds. */
const REST = 300;

/** Searches a list as one types. */
export const SearchField = <Row,>({
  records,
  label,
}: {
  readonly records: Records<Row>;
  readonly label: string;
}) => {
  const { query, change } = records;
  const [text, setText] = useState(query.q);
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
        maxLength={255}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            change({ q: target.value.trim() });
          }, REST);
        }}
      />
    </div>
  );
};
