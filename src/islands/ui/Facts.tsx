import type { ReactNode } from 'react';

/** Terms and what they stand for, as ruled lines. */
export const Facts = ({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {rows.map(([term, detail]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{detail}</dd>
      </div>
    ))}
  </dl>
);
