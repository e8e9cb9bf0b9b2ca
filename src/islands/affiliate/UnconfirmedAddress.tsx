import { useState } from 'react';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { fetched } from '../../client/fetched.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { BusyButton } from '../ui/BusyButton.tsx';

/** Says that the account's address is not confirmed, and sends the mail with the link again. */
export const UnconfirmedAddress = () => {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState('');

  const send = async (): Promise<void> => {
    setBusy(true);
    setSent('');
    try {
      const { sendVerification } = await fetched(import('../../client/identity.ts'));
      await sendVerification();
      setSent(texts.verificationSent);
    } catch (error) {
      console.warn('verification mail', error);
      const known = identityProblem(error);
      setSent(known ? problemText(known) : accountProblemText('verification-failed'));
    }
    setBusy(false);
  };
  return (
    <div className="notice" data-kind="info">
      <div className="stacked">
        <p>{texts.unconfirmed}</p>
        <BusyButton
          label={texts.sendVerification}
          busyLabel={texts.sendingVerification}
          busy={busy}
          onPress={() => void send()}
        />
        <p role="status">{sent}</p>
      </div>
    </div>
  );
};
