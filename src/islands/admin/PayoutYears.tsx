import { useState } from 'react';
import { downloadFile } from '../../client/accounts/files.ts';
import { callPath } from '../../client/api.ts';
import { payoutMessages as texts } from '../../shared/messages/payouts.ts';
import { BusyButton } from '../ui/buttons.tsx';
import type { Notice } from '../ui/notices.tsx';

/** Downloads the sums that were paid to each affiliate in each calendar year. */
export function PayoutYears({ notify }: { readonly notify: (notice: Notice | null) => void }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    notify(null);
    setBusy(true);
    const failure = await downloadFile(callPath('GET /api/payouts/years', {}), 'payouts-by-year.csv');
    setBusy(false);
    if (failure !== null) notify({ kind: 'error', text: failure });
  };
  return (
    <p>
      <BusyButton
        label={texts.downloadYears}
        busyLabel={texts.downloadingYears}
        busy={busy}
        onPress={() => void save()}
      />{' '}
      <span className="soft small">{texts.yearsHint}</span>
    </p>
  );
}
