import { useState } from 'react';
import { refreshClaims, type SignedIn } from '../../client/accounts/viewer.ts';
import { accountMessages as texts } from '../../shared/messages/account.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { FormNotice, type Notice } from '../ui/FormNotice.tsx';
import { AdminsOnly } from './AdminsOnly.tsx';
import { useIdentityAction } from './use-identity-action.ts';
import { SetupInstructions } from './SetupInstructions.tsx';

const facts = ({ email, uid, admin, emailVerified }: SignedIn) =>
  [
    ['Email', email ?? 'None'],
    ['User ID', uid],
    ['Admin Status', admin ? 'Admin' : 'Regular User'],
    ['Email Verification', emailVerified ? 'Verified' : 'Not Verified'],
  ] as const;

const Claims = ({ viewer }: { readonly viewer: SignedIn }) => {
  const { busy, problem, run } = useIdentityAction(problemText('claims-refresh-failed'));
  const [isRefreshed, setRefreshed] = useState(false);
  const claims = Object.entries(viewer.claims).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );

  const refresh = async () => {
    setRefreshed(false);
    setRefreshed(await run(refreshClaims));
  };

  const done: Notice | null = isRefreshed ? { kind: 'success', text: texts.claimsRefreshed } : null;
  const notice: Notice | null = problem === '' ? done : { kind: 'error', text: problem };
  return (
    <section className="panel" data-tab="Claims" aria-labelledby="claims">
      <h2 id="claims">Custom Claims</h2>
      {claims.length > 0 ? <Facts rows={claims} /> : <p>{texts.noClaims}</p>}
      <FormNotice notice={notice} />
      <div className="form-actions">
        <BusyButton
          label={texts.refreshClaims}
          busyLabel={texts.refreshingClaims}
          busy={busy}
          onPress={() => void refresh()}
        />
      </div>
    </section>
  );
};

const actions = [
  ['Manage Users', 'Accounts and their claims are kept by the identity provider for now.'],
  ['Settings', 'Nothing to set yet.'],
  ['View Analytics', 'The site’s figures will appear here.'],
] as const;

const screens = [
  ['/affiliate-admin', 'Affiliate Management'],
  ['/customer-admin', 'Customer Management'],
  ['/purchases-admin', 'Purchases'],
  ['/payouts', 'Payouts'],
  ['/audit-log', 'Audit Log'],
] as const;

const Screens = () => (
  <nav className="buttons" aria-label="Administration">
    {screens.map(([href, label]) => (
      <a key={href} className="button" href={href}>
        {label}
      </a>
    ))}
  </nav>
);

const Actions = () => (
  <section aria-labelledby="actions">
    <h2 id="actions">Admin Actions</h2>
    <ul className="actions">
      {actions.map(([name, text]) => (
        <li key={name} className="panel">
          <h3>{name}</h3>
          <p className="soft">{text}</p>
          <p className="announced">Coming Soon</p>
        </li>
      ))}
    </ul>
  </section>
);

/** What an admin sees of themselves: who they are, what their token claims, and what will stand here. */
export const AdminScreen = () => (
  <AdminsOnly>
    {(viewer) => (
      <>
        <Screens />
        <section className="panel" data-tab="You" aria-labelledby="you">
          <h2 id="you">Current User</h2>
          <Facts rows={facts(viewer)} />
        </section>
        <Claims viewer={viewer} />
        <Actions />
        <SetupInstructions />
      </>
    )}
  </AdminsOnly>
);
