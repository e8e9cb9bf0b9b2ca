import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { formatLongDate } from '../../../shared/dates.ts';
import { leavingMessages as texts } from '../../../shared/messages/leaving.ts';
import { leavingMoneyMessages as moneyTexts } from '../../../shared/messages/leaving-money.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Membership, moneyLines } from './money-lines.ts';
import { Consequences } from './Consequences.tsx';
import { Section } from '../../ui/Section.tsx';

interface Props {
  readonly user: SignedIn;
  /** Null without an affiliate record. */
  readonly membership: Membership | null;
  /** Loads the membership again. */
  readonly reload: () => Promise<unknown>;
}

/** The section in which an affiliate leaves the program. Afterwards it shows the money that is still to be paid. */
export function LeaveProgram({ user, membership, reload }: Props) {
  const [notice, notify] = useState<Notice | null>(null);
  const act = useAction({ notify, reload });
  if (!membership && !notice) return null;

  const leave = (current: Membership) =>
    act({
      question: {
        text: texts.leaveQuestion,
        detail: [texts.codesStop, ...moneyLines(current)],
        action: texts.leave,
        look: 'danger',
      },
      call: () => authFetch('POST /api/affiliates/leave', { body: { email: user.email } }),
      noticeOf: ({ closed }) => (closed ? texts.justClosed : texts.justLeft),
    });

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
      <FormNotice notice={notice} canFocus />
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
