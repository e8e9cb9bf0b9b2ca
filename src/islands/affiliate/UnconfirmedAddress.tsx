import { useState } from 'react';
import { fetched } from '../../client/fetched.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { accountProblemText } from '../../shared/problems/accounts.ts';
import { useIdentityAction } from '../account/use-identity-action.ts';
import { BusyButton } from '../ui/BusyButton.tsx';

const sendMail = async (): Promise<void> => {
  const { sendVerification } = await fetched(import('../../client/identity.ts'));
  await sendVerification();
};

/** Says that the account's address is not confirmed, and sends the mail with the link again. */
export const UnconfirmedAddress = () => {
  const { busy, problem, run } = useIdentityAction(accountProblemText('verification-failed'));
  const [isSent, setSent] = useState(false);

  const send = async (): Promise<void> => {
    setSent(false);
    setSent(await run(sendMail));
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
        <p role="status">{isSent ? texts.verificationSent : problem}</p>
      </div>
    </div>
  );
};
