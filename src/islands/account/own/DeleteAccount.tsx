import { useEffect, useRef, useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { errorMessage } from '../../../client/api.ts';
import { signOut } from '../../../client/sign-out.ts';
import { leavingMessages as texts } from '../../../shared/messages/leaving.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { type Membership, moneyLines } from './money-lines.ts';

interface Props {
  readonly user: SignedIn;
  /** Null without an affiliate record. */
  readonly membership: Membership | null;
  readonly onDeleted: () => void;
}

/** The section in which a person deletes the account. An account with a role in the shop cannot be deleted here. */
export function DeleteAccount({ user, membership, onDeleted }: Props) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const { ask, dialog } = useConfirm();

  const remove = async () => {
    const stops = membership?.left_at === null ? [`${texts.deleteLeaves} ${texts.codesStop}`] : [];
    const detail = [texts.deleteDetail, ...stops, ...(membership ? moneyLines(membership) : [])];
    if (!(await ask({ text: texts.deleteQuestion, detail, action: texts.deleteNow, isFinal: true }))) return;
    setNotice(null);
    setBusy(true);
    const answer = await authFetch('POST /api/account/delete', { body: { email: user.email } });
    if (!answer.ok) {
      setBusy(false);
      setNotice({ kind: 'error', text: errorMessage(answer) });
      return;
    }
    onDeleted();
    // The account is gone, so a failure only leaves a token that the API refuses.
    await signOut().catch((error: unknown) => {
      console.warn('sign out', error);
    });
  };

  return (
    <section className="panel" data-tab="Goodbye" aria-labelledby="delete-account">
      <h2 id="delete-account">{texts.deleteHeading}</h2>
      <p>{texts.deleteIntro}</p>
      {membership && (
        <p>{membership.left_at === null ? `${texts.deleteLeaves} ${texts.stillPaid}` : texts.stillPaid}</p>
      )}
      <p>
        {texts.purchasesStay} <a href="/purchases">{texts.erasePurchases}</a> {texts.without}{' '}
        {texts.newsletterStays}
      </p>
      {user.role !== null ? (
        <p>{texts.staff}</p>
      ) : (
        <>
          <FormNotice notice={notice} />
          <div className="form-actions">
            <BusyButton
              look="danger"
              label={texts.delete}
              busyLabel={texts.deleting}
              busy={busy}
              onPress={() => void remove()}
            />
          </div>
        </>
      )}
      {dialog}
    </section>
  );
}

/** Stands in place of the account's sections once the account is deleted. It takes the focus. */
export function AccountDeleted() {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <section className="panel" data-tab="Goodbye" aria-labelledby="account-deleted">
      <h2 ref={title} id="account-deleted" tabIndex={-1}>
        {texts.deleted}
      </h2>
      <p>{texts.deletedText}</p>
      <p>
        {texts.purchasesStay} <a href="/purchases">{texts.erasePurchases}</a> {texts.without}
      </p>
      <div className="buttons">
        <a className="button button-primary" href="/">
          {texts.toHome}
        </a>
      </div>
    </section>
  );
}
