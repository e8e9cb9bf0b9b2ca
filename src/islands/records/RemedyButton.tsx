import { useState } from 'react';
import { BusyButton } from '../ui/BusyButton.tsx';

/** What can be done about a notice, beside its words. */
export interface Remedy {
  readonly label: string;
  readonly busyLabel: string;
  readonly apply: () => Promise<void>;
}

/** Applies a remedy at a press; busy meanwhile. */
export const RemedyButton = ({ remedy: { label, busyLabel, apply } }: { readonly remedy: Remedy }) => {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await apply();
    setBusy(false);
  };
  return <BusyButton {...{ label, busyLabel, busy }} onPress={() => void press()} />;
};
