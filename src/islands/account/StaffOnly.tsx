import { type ReactNode, useEffect, useState } from 'react';
import { refreshClaims } from '../../client/accounts/current-user.ts';
import { loginPath, memberHome } from '../../client/accounts/navigation.ts';
import { runIdentityAction } from '../../client/accounts/run-identity-action.ts';
import { screenMessages as texts } from '../../shared/messages/site.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { RoleNote } from '../data/role.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { ErrorNotice } from '../ui/notices.tsx';
import { SignedInOnly } from './guards.tsx';
import { LogoutButton } from './UserLine.tsx';

interface Props {
  /** The screen's text for a list that failed to load. */
  readonly failureText: (message: string) => string;
  readonly children: () => ReactNode;
}

/** Shows a screen to people with a role in the shop. Other users read why they can't see it, and can refresh their role or log out. */
export function StaffOnly({ failureText, children }: Props) {
  return (
    <SignedInOnly>
      {(user) =>
        user.kind === 'in' && user.role === null ? (
          <AdminRequired text={failureText(problemText('admin-required'))} email={user.email} />
        ) : (
          <>
            <RoleNote />
            {children()}
          </>
        )
      }
    </SignedInOnly>
  );
}

interface AdminRequiredProps {
  readonly text: string;
  readonly email: string | null;
}

/** Refreshes the token at once and on a press, because the token may be older than the user's role. */
function AdminRequired({ text, email }: AdminRequiredProps) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => void refresh(), []);
  return (
    <div ref={restoreFocus} className="form admin-required">
      <ErrorNotice text={problem ?? text} />
      {email !== null && <p>{texts.signedInAs(email)}</p>}
      <div className="form-actions">
        <LogoutButton label={texts.otherAccount} look="primary" target={loginPath(location)} />
        <a className="button" href={memberHome}>
          {texts.toDashboard}
        </a>
        <BusyButton
          label={texts.retry}
          busyLabel={texts.retrying}
          onPress={async () => {
            setProblem(await refresh());
          }}
        />
      </div>
    </div>
  );
}

function refresh(): Promise<string | null> {
  return runIdentityAction(refreshClaims, problemText('claims-refresh-failed'));
}
