import { useState } from 'react';
import { recordMessages } from '../../shared/messages/records.ts';
import type { Said } from '../records/ScreenNotice.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { downloadPersonalData } from './personal-data.ts';

interface Props {
  /** Whose row it is. */
  readonly name: string;
  readonly email: string;
  readonly say: (said: Said | null) => void;
}

/** Downloads what is kept about the person of a row. */
export const AllDataButton = ({ name, email, say }: Props) => {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    say(null);
    setBusy(true);
    const failure = await downloadPersonalData(email);
    setBusy(false);
    if (failure !== null) say({ kind: 'error', text: failure });
  };
  return (
    <RowButton
      label={recordMessages.allData}
      name={`about ${name}`}
      busy={busy}
      onPress={() => void download()}
    />
  );
};
