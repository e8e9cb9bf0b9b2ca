import { useState } from 'react';
import { refreshClaims, type SignedIn } from '../../client/accounts/current-user.ts';
import { runIdentityAction } from '../../client/accounts/run-identity-action.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { roleNames } from '../../shared/messages/roles.ts';
import { secondFactorMessages } from '../../shared/messages/second-factor.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { Facts } from '../ui/CardTable.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { AdminsOnly } from '../account/guards.tsx';
import { WaitingOverview } from './overview/WaitingOverview.tsx';
import { Section } from '../ui/Section.tsx';

/** An overview of everything that waits, and below it the admin's own account and claims. */
export function AdminScreen() {
  return (
    <AdminsOnly>
      {(user) => (
        <WaitingOverview>
          <div className="panel-pair">
            <Section id="you" tab="You" heading="Current user">
              <Facts rows={facts(user)} />
              <div className="buttons">
                <a className="button" href="/account">
                  {texts.ownAccount}
                </a>
              </div>
            </Section>
            <Claims user={user} />
          </div>
          <Actions />
          <SetupInstructions />
        </WaitingOverview>
      )}
    </AdminsOnly>
  );
}

function facts({ email, uid, role, emailVerified, hasSecondFactor }: SignedIn) {
  return [
    ['Email', email ?? 'None'],
    ['User ID', uid],
    ['Admin status', roleNames[role ?? 'none']],
    ['Email verification', emailVerified ? 'Verified' : 'Not Verified'],
    ['Two-step sign-in', hasSecondFactor ? secondFactorMessages.used : secondFactorMessages.notUsed],
  ] as const;
}

function Claims({ user }: { readonly user: SignedIn }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const claims = Object.entries(user.claims).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );

  const refresh = async () => {
    setNotice(null);
    const problem = await runIdentityAction(refreshClaims, problemText('claims-refresh-failed'));
    setNotice(
      problem === null ? { kind: 'success', text: texts.claimsRefreshed } : { kind: 'error', text: problem },
    );
  };
  return (
    <Section id="claims" tab="Claims" heading="Custom claims">
      {claims.length > 0 ? <Facts rows={claims} /> : <p>{texts.noClaims}</p>}
      <FormNotice notice={notice} />
      <div className="form-actions">
        <BusyButton label={texts.refreshClaims} busyLabel={texts.refreshingClaims} onPress={refresh} />
      </div>
    </Section>
  );
}

const actions = [
  ['Manage Users', 'For now, manage accounts and their claims in Firebase.'],
  ['Settings', 'Nothing to set yet.'],
] as const;

function Actions() {
  return (
    <Section id="actions" heading="Admin actions">
      <ul className="actions">
        {actions.map(([name, text]) => (
          <li key={name} className="panel">
            <h3>{name}</h3>
            <p className="soft">{text}</p>
            <p className="coming-soon">Coming soon</p>
          </li>
        ))}
        <li className="panel">
          <h3>
            <a href="/figures-admin">View Analytics</a>
          </h3>
          <p className="soft">
            Views, purchases, downloads and affiliate clicks, in daily and weekly totals.
          </p>
        </li>
      </ul>
    </Section>
  );
}

/** Instructions for granting and revoking the admin claim, which needs the server's settings. */
function SetupInstructions() {
  return (
    <Section id="setup" tab="Setup" heading="Granting admin access" className="setup">
      <p>
        Admins have the claim <code>admin: true</code> in their identity token. No screen can grant it. You
        grant it from the backend, with the settings of the site’s server.
      </p>
      <ol>
        <li>
          The person signs up and confirms their address with the link in the email from sign-up or from a
          password reset.
        </li>
        <li>
          In the project’s folder, with the server’s settings, run{' '}
          <code>
            npm run admin:grant <span>-- EMAIL --production</span>
          </code>
          .
        </li>
        <li>
          For fewer rights, add <code>--role finance</code> (purchases and payouts) or{' '}
          <code>--role viewer</code> (read-only) before <code>--production</code>.
        </li>
        <li>
          They open this page or sign in again. Their token then has the claim. Refresh Claims reads it again.
        </li>
        <li>
          <code>
            npm run admin:revoke <span>-- EMAIL --production</span>
          </code>{' '}
          revokes it, with immediate effect.
        </li>
      </ol>
    </Section>
  );
}
