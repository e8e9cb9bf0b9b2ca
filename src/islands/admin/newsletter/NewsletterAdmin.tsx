import { useCallback, useState } from 'react';
import { AdminsOnly } from '../../account/guards.tsx';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { hasAnswer, useApi } from '../../data/use-api.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { Waiting } from '../../ui/loading.tsx';
import type { Notice } from '../../ui/notices.tsx';
import { Letters } from './Letters.tsx';
import { NewsletterReaders } from './NewsletterReaders.tsx';

/** The letters of the newsletter, and below them its readers. */
export function NewsletterAdmin() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

function Screen() {
  const summary = useApi('GET /api/newsletter/summary');
  // The letters are in the cache then, so that the list of readers below them does not move.
  const letters = useApi('GET /api/letters');
  const [notice, notify] = useState<Notice | null>(null);
  const { dialog, ask } = useConfirm();
  const { reload } = summary;
  const reloadSummary = useCallback(() => void reload(), [reload]);
  if (!hasAnswer(summary) || !hasAnswer(letters)) return <Waiting text={texts.loadingLetters} />;
  return (
    <>
      {dialog}
      <NewsletterReaders
        summary={summary.data}
        reloadSummary={reloadSummary}
        notice={notice}
        notify={notify}
        ask={ask}
        above={
          <Letters
            confirmed={summary.data?.confirmed}
            reloadSummary={reloadSummary}
            notify={notify}
            ask={ask}
          />
        }
      />
    </>
  );
}
