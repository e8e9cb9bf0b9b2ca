import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { errorMessage } from '../../../client/api.ts';
import { formatLongDate } from '../../../shared/dates.ts';
import { leavingMessages as texts } from '../../../shared/messages/leaving.ts';
import { leavingMoneyMessages as moneyTexts } from '../../../shared/messages/leaving-money.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { useAsk } from '../../ui/ask.ts';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { type Membership, moneyLines } from './money-lines.ts';
import { Consequences } from './Consequences.tsx';
import { Section } from '../../ui/Section.tsx';

interface Props {
  readonly user: SignedIn;
  /** Null without an affiliate record. */
  readonly membership: Membership | null;
  /** Called after the person left, so that the membership is loaded again. */
  readonly onLeft: () => void;
}

/** The section in which an affiliate leaves the program. Afterwards it shows the money that is still to be paid. */
export function LeaveProgram({ user, membership, onLeft }: Props) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const ask = useAsk();
  if (!membership && !notice) return null;

  const leave = async (current: Membership) => {
    const detail = [texts.codesStop, ...moneyLines(current)];
    if (!(await ask({ text: texts.leaveQuestion, detail, action: texts.leave, look: 'danger' }))) return;
    setNotice(null);
    const answer = await authFetch('POST /api/affiliates/leave', { body: { email: user.email } });
    if (!answer.ok) {
      setNotice({ kind: 'error', text: errorMessage(answer) });
      return;
    }
    setNotice({ kind: 'success', text: answer.data.closed ? texts.justClosed : texts.justLeft });
    onLeft();
  };

  return (
    <Section id="leave-program" tab="Membership" heading={texts.leaveHeading}>
      {membership &&
        (membership.left_at === null ? (
          <p>{texts.leaveIntro}</p>
        ) : (
          <>
            <p>{moneyTexts.left(formatLongDate(membership.left_at))}</p>
            <Consequences membership={membership} />
            <p>{moneyTexts.comeBack}</p>
          </>
        ))}
      <FormNotice notice={notice} />
      {membership?.left_at === null &&
        (user.emailVerified ? (
          <div className="form-actions">
            <BusyButton label={texts.leave} busyLabel={texts.leaving} onPress={() => leave(membership)} />
          </div>
        ) : (
          <p>{texts.confirmFirst}</p>
        ))}
    </Section>
  );
}
