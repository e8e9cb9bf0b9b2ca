import { type ReactNode, useEffect, useState } from 'react';
import { refreshClaims } from '../../client/accounts/current-user.ts';
import { loginPath, memberHome } from '../../client/accounts/navigation.ts';
import { screenMessages as texts } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { MembersOnly } from './guards.tsx';
import { useIdentityAction } from './use-identity-action.ts';
import { LogoutButton } from './UserLine.tsx';

interface Props {
  /** The screen's text for a list that failed to load. */
  readonly failureText: (message: string) => string;
  readonly children: () => ReactNode;
}

/** Shows a screen to people with a role in the shop. Other users read why they can't see it, and what they can do. */
export function StaffOnly({ failureText, children }: Props) {
  return (
    <MembersOnly>
      {(user) =>
        user.kind === 'in' && user.role === null ? (
          <AdminRequired text={failureText(problemText('admin-required'))} email={user.email} />
        ) : (
          children()
        )
      }
    </MembersOnly>
  );
}

interface AdminRequiredProps {
  readonly text: string;
  readonly email: string | null;
}

/** Refreshes the token at once and on a press, because the token may be older than the user's role. */
function AdminRequired({ text, email }: AdminRequiredProps) {
  const [hasRetried, setRetried] = useState(false);
  const { busy, problem, run } = useIdentityAction(problemText('claims-refresh-failed'));
  useEffect(() => void run(refreshClaims), [run]);
  return (
    <div ref={restoreFocus} className="form admin-required">
      <div className="notice" role="alert" data-kind="error">
        {(hasRetried && problem) || text}
      </div>
      {email !== null && <p>{texts.signedInAs(email)}</p>}
      <div className="form-actions">
        <LogoutButton label={texts.otherAccount} look="primary" target={loginPath(location)} />
        <a className="button" href={memberHome}>
          {texts.toDashboard}
        </a>
        <BusyButton
          label={texts.retry}
          busyLabel={texts.retrying}
          busy={hasRetried && busy}
          onPress={() => {
            setRetried(true);
            void run(refreshClaims);
          }}
        />
      </div>
    </div>
  );
}
