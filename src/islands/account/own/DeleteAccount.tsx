import { useEffect, useRef, useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { errorMessage } from '../../../client/api.ts';
import { dropEndedSession } from '../../../client/sign-out.ts';
import { leavingMessages as texts } from '../../../shared/messages/leaving.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { useAsk } from '../../ui/ask.ts';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { type Membership, moneyLines } from './money-lines.ts';
import { Section } from '../../ui/Section.tsx';

interface Props {
  readonly user: SignedIn;
  /** Null without an affiliate record. */
  readonly membership: Membership | null;
  readonly onDeleted: () => void;
}

/** The section in which a person deletes the account. An account with a role in the shop cannot be deleted here. */
export function DeleteAccount({ user, membership, onDeleted }: Props) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const ask = useAsk();

  const remove = async () => {
    const stops = membership?.left_at === null ? [`${texts.deleteLeaves} ${texts.codesStop}`] : [];
    const detail = [texts.deleteDetail, ...stops, ...(membership ? moneyLines(membership) : [])];
    if (!(await ask({ text: texts.deleteQuestion, detail, action: texts.deleteNow, isFinal: true }))) return;
    setNotice(null);
    const answer = await authFetch('POST /api/account/delete', { body: { email: user.email } });
    if (!answer.ok) {
      setNotice({ kind: 'error', text: errorMessage(answer) });
      return;
    }
    onDeleted();
    await dropEndedSession();
  };

  return (
    <Section id="delete-account" tab="Goodbye" heading={texts.deleteHeading}>
      <p>{texts.deleteIntro}</p>
      {membership && (
        <p>{membership.left_at === null ? `${texts.deleteLeaves} ${texts.stillPaid}` : texts.stillPaid}</p>
      )}
      {membership?.left_at === null && (
        <p>
          <a href="/affiliate-payment">{texts.leaveOnly}</a>
        </p>
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
            <BusyButton label={texts.delete} busyLabel={texts.deleting} onPress={remove} />
          </div>
        </>
      )}
    </Section>
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
