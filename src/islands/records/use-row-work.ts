import { useState } from 'react';
import type { Said } from './ScreenNotice.tsx';
import type { Records } from './use-records.ts';

/**
 * What is done to single rows of a list: a row is busy until the list tells what became of it, and its
 * buttons, given `isBusy`, do nothing meanwhile. `run` says what `act` came to.
 */
export const useRowWork = (records: Records<unknown>, say: (said: Said) => void) => {
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());

  const run = async (id: string, act: () => Promise<Said>): Promise<void> => {
    setWorking((rows) => new Set(rows).add(id));
    say(await act());
    await records.reload();
    setWorking((rows) => new Set([...rows].filter((row) => row !== id)));
  };

  return { isBusy: (id: string): boolean => working.has(id), run };
};
