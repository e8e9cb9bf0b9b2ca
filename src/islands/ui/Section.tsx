import type { ReactNode } from 'react';
import { scrollIfTarget } from './focus.ts';

interface Props {
  /** The id of the heading. */
  readonly id: string;
  readonly heading: ReactNode;
  /** The text of the index tab. A section with a tab is a panel. */
  readonly tab?: string;
  /** The id of the section, if links lead to it. */
  readonly anchor?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a screen with a heading, which is its name for screen readers. */
export function Section({ id, heading, tab, anchor, className, children }: Props) {
  const classes = [tab !== undefined && 'panel', className].filter(Boolean).join(' ');
  return (
    <section id={anchor} className={classes || undefined} data-tab={tab} aria-labelledby={id}>
      <h2 ref={scrollIfTarget} id={id}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
