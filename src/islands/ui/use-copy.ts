import { useEffect, useRef, useState } from 'react';

/**
 * Puts a text on the clipboard; `state` is `copied` for `ms` milliseconds then, and `failed` when the browser refuses. `turn`
 * counts the tries: a key for what is spoken, which is no news a second time.
 */
export const useCopy = (ms: number) => {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const [turn, setTurn] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  /** `begun` is a copy of the text that the press has begun already. */
  const copy = async (text: string, begun?: Promise<void>): Promise<void> => {
    clearTimeout(timer.current);
    try {
      await (begun ?? navigator.clipboard.writeText(text));
      setState('copied');
      timer.current = setTimeout(() => {
        setState('idle');
      }, ms);
    } catch {
      setState('failed');
    }
    setTurn((before) => before + 1);
  };
  return { state, turn, copy };
};
