import { isMissing } from '../../../client/api.ts';
import { useState } from 'react';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { leavingMessages as texts } from '../../../shared/messages/leaving.ts';
import { useApi } from '../../data/use-api.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Section } from '../../ui/Section.tsx';

interface Props {
  readonly user: SignedIn;
  /** Called once the account is deleted. */
  readonly onDeleted: () => void;
}

/** The sections with which a person takes their data, and deletes the account. */
export function Leaving({ user, onDeleted }: Props) {
  return (
    <>
      <OwnData isConfirmed={user.emailVerified} />
      <Delete user={user} onDeleted={onDeleted} />
    </>
  );
}

function OwnData({ isConfirmed }: { readonly isConfirmed: boolean }) {
  const [notice, notify] = useState<Notice | null>(null);
  return (
    <Section id="own-data" tab="Data" heading={texts.dataHeading}>
      <p>{texts.dataIntro}</p>
      {isConfirmed ? (
        <>
          <FormNotice notice={notice} />
          <div className="form-actions">
            <DownloadButton
              label={texts.download}
              busyLabel={texts.downloading}
              path="/api/account/export"
              fileName="my-account.json"
              notify={notify}
            />
          </div>
        </>
      ) : (
        <p>{texts.confirmFirst}</p>
      )}
    </Section>
  );
}

/** The section to delete the account. It loads the balance first, because its dialog states it. */
function Delete({ user, onDeleted }: Props) {
  const loaded = useApi('GET /api/affiliates/payout');
  const { data, failedAnswer } = loaded;
  const hasNoMembership = failedAnswer !== null && isMissing(failedAnswer);
  if (!hasNoMembership && (!data || failedAnswer))
    return <LoadState loaded={loaded} waiting={texts.loading} failureText={texts.failed} />;
  return (
    <DeleteAccount user={user} membership={hasNoMembership ? null : (data ?? null)} onDeleted={onDeleted} />
  );
}
