import { formatUsd } from '../../shared/money.ts';

/** Cents as US dollars. The sign before an amount below zero is read out as a word: not every voice reads a sign. */
export const Usd = ({ cents }: { readonly cents: number }) =>
  cents < 0 ? (
    <span className="usd">
      <span aria-hidden="true">{formatUsd(cents)}</span>
      <span className="visually-hidden">{`minus ${formatUsd(0 - cents)}`}</span>
    </span>
  ) : (
    <span>{formatUsd(cents)}</span>
  );
