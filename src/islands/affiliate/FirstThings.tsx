import { useState } from 'react';
import { runIdentityAction } from '../../client/accounts/run-identity-action.ts';
import { loadChunk } from '../../client/load-chunk.ts';
import { accountMessages } from '../../shared/messages/account.ts';
import { paymentMessages } from '../../shared/messages/affiliate.ts';
import { accountProblemText } from '../../shared/problem-texts/accounts.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';

/** Shows that the account's address is not confirmed, and offers to send the confirmation email again. */
export function UnconfirmedAddress() {
  const [result, setResult] = useState('');

  const send = async (): Promise<void> => {
    setResult('');
    const problem = await runIdentityAction(async () => {
      const { sendVerification } = await loadChunk(import('../../client/identity.ts'));
      await sendVerification();
    }, accountProblemText('verification-failed'));
    setResult(problem ?? accountMessages.verificationSent);
  };
  return (
    <div className="notice" data-kind="info">
      <div className="stacked">
        <p>{accountMessages.unconfirmed}</p>
        <BusyButton
          label={accountMessages.sendVerification}
          busyLabel={accountMessages.sendingVerification}
          onPress={send}
        />
        <p role="status">{result}</p>
      </div>
    </div>
  );
}

/** Shows that the affiliate cannot be paid yet, and leads to the form for the payment email. */
export function MissingPaymentEmail() {
  return (
    <div ref={restoreFocus} className="notice" data-kind="info">
      <div className="stacked">
        <p>{paymentMessages.none}</p>
        <a className="button" href="/affiliate-payment">
          {paymentMessages.add}
        </a>
      </div>
    </div>
  );
}
