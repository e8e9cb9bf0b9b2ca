import { useCallback, useState } from 'react';
import { AdminsOnly } from '../account/guards.tsx';
import { useApi } from '../data/use-api.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import type { Notice } from '../ui/notices.tsx';
import { Letters } from './Letters.tsx';
import { NewsletterReaders } from './NewsletterReaders.tsx';

/** The letters of the newsletter, and below them its readers. */
export function NewsletterAdmin() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

function Screen() {
  const summary = useApi('GET /api/newsletter/summary');
  const [notice, notify] = useState<Notice | null>(null);
  const { dialog, ask } = useConfirm();
  const { reload } = summary;
  const reloadSummary = useCallback(() => void reload(), [reload]);
  return (
    <>
      {dialog}
      <NewsletterReaders
        summary={summary.data}
        reloadSummary={reloadSummary}
        {...{ notice, notify, ask }}
        above={
          <Letters confirmed={summary.data?.confirmed} reloadSummary={reloadSummary} {...{ notify, ask }} />
        }
      />
    </>
  );
}
