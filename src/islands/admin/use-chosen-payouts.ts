import { useState } from 'react';
import type { PayoutRecord } from './payout-record.ts';

export interface ChosenPayouts {
  readonly keys: ReadonlySet<string>;
  /** The chosen payouts as they were last seen, those of other pages too. */
  readonly payouts: readonly PayoutRecord[];
  readonly choose: (keys: ReadonlySet<string>) => void;
  /** Leaves these out of the choice; what was typed for the others stays. */
  readonly drop: (ids: readonly string[]) => void;
}

/** Chosen payouts; the choice stays while one goes through the pages of a list. */
export const useChosenPayouts = (page: readonly PayoutRecord[]): ChosenPayouts => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, PayoutRecord>>(new Map());
  const current = new Map([
    ...chosen,
    ...page.filter(({ id }) => chosen.has(id)).map((one) => [one.id, one] as const),
  ]);
  const known = new Map([...current, ...page.map((one) => [one.id, one] as const)]);
  return {
    keys: new Set(current.keys()),
    payouts: [...current.values()],
    choose: (keys) => {
      setChosen(new Map([...known].filter(([id]) => keys.has(id))));
    },
    drop: (ids) => {
      setChosen((now) => new Map([...now].filter(([id]) => !ids.includes(id))));
    },
  };
};
