import type { ReactNode } from 'react';

interface Props {
  /** What a drawn print shows: one or two letters; without any, a head and shoulders. */
  readonly initials: string;
  /** A photograph in the place of the letters. */
  readonly children?: ReactNode;
}

const Nameless = () => (
  <svg viewBox="0 0 24 28">
    <circle cx="12" cy="11" r="5" />
    <path d="M2 28a10 10 0 0 1 20 0z" />
  </svg>
);

/** A print in its mounts, as in a paper album. It says nothing that does not stand beside it in words. */
export const Portrait = ({ initials, children }: Props) => (
  <div className="portrait" aria-hidden="true">
    {children || (initials ? <span>{initials}</span> : <Nameless />)}
  </div>
);
