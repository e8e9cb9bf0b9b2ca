import { type ReactNode, type Ref, startTransition, useState } from 'react';

interface Props {
  readonly ref?: Ref<HTMLDetailsElement>;
  readonly summary: string;
  /** True renders the content before the first opening, for a caller that opens the section and focuses a field in it. */
  readonly isRenderedClosed?: boolean;
  /** Returns the content, from the first opening on. */
  readonly children: () => ReactNode;
}

/**
 * A section that renders its content at the first opening. Content that loads data loads it then. The press is painted before the
 * content is rendered, so that a slow phone answers at once.
 */
export function LazyDetails({ ref, summary, isRenderedClosed = false, children }: Props) {
  const [wasOpened, setOpened] = useState(false);
  const renderContent = () => {
    startTransition(() => {
      setOpened(true);
    });
  };
  return (
    <details ref={ref} className="disclosure" onToggle={renderContent}>
      <summary>{summary}</summary>
      {(wasOpened || isRenderedClosed) && children()}
    </details>
  );
}
