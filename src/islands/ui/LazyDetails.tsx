import { type ReactNode, type Ref, startTransition, useState } from 'react';

interface Props {
  readonly ref?: Ref<HTMLDetailsElement>;
  readonly summary: string;
  /** True renders the content while it is closed, for a caller that opens it and moves the focus into it. */
  readonly preload?: boolean;
  /** Returns the content, from the first opening on. */
  readonly children: () => ReactNode;
}

/**
 * A section that renders its content when it is opened, so that the content loads its data only then. The press is painted before
 * the content is rendered, so that a slow phone answers at once.
 */
export function LazyDetails({ ref, summary, preload = false, children }: Props) {
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    startTransition(() => {
      setOpened(true);
    });
  };
  return (
    <details ref={ref} className="disclosure" onToggle={open}>
      <summary>{summary}</summary>
      {(wasOpened || preload) && children()}
    </details>
  );
}
