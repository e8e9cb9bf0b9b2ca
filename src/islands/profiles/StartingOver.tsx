import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useViewer } from '../account/use-viewer.ts';

interface Props {
  /** Draws the screen; given what begins it anew, as somebody else. */
  readonly children: (restart: () => void) => ReactNode;
}

/** A screen that begins anew when it asks for it, and when who was signed in leaves, in whichever tab. */
export const StartingOver = ({ children }: Props) => {
  const [edition, setEdition] = useState(0);
  const { viewer } = useViewer();
  const before = useRef(viewer.kind);
  const restart = () => {
    setEdition((count) => count + 1);
  };
  useEffect(() => {
    // What somebody was shown goes with them, and so does what they typed.
    if (before.current === 'in' && viewer.kind === 'out') restart();
    before.current = viewer.kind;
  }, [viewer.kind]);
  return <Fragment key={edition}>{children(restart)}</Fragment>;
};
