import { type ReactNode, type Ref, useState } from 'react';

interface Props {
  readonly ref?: Ref<HTMLDetailsElement>;
  readonly summary: string;
  /** Returns the content, from the first opening on. */
  readonly children: () => ReactNode;
}

/** A section that renders its content when it is opened, so that the content loads its data only then. */
export function LazyDetails({ ref, summary, children }: Props) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details ref={ref} className="disclosure" onToggle={() => setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  );
}
