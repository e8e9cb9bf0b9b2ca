import { loginFor } from '../../client/accounts/return-path.ts';
import { config } from '../../client/config.ts';
import { knownSession } from '../../client/session.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { ownProfileHref } from './profile-record.ts';

/** Whether another identity would be answered otherwise. */
const wantsIdentity = (status: number): boolean => [401, 403, 404, 429, 503].includes(status);

/** Whether signing in leads anywhere: whoever is signed in, and known, stays who they are. */
const canSignIn = (status: number): boolean =>
  config.identity !== null && (status === 401 || knownSession() === null);

interface WaysProps {
  readonly status: number;
  readonly retry: () => Promise<number>;
  /** Leaves this page as it is, for a form with text in it. */
  readonly elsewhere?: boolean;
  /** The uid of a member, who reaches only their own profile; null for others. */
  readonly member: string | null;
}

export const OwnProfileLink = ({ uid }: { readonly uid: string }) => (
  <p>
    <a className="button" href={ownProfileHref(uid)}>
      {texts.myProfile}
    </a>
  </p>
);

/** The ways to be somebody whom the service answers: signing in, or a service's credentials. A member gets their own profile. */
export const WaysIn = ({ status, retry, elsewhere = false, member }: WaysProps) => {
  if (!wantsIdentity(status)) return null;
  const forAdmins = (status === 403 || status === 404) && <p>{texts.forAdmins}</p>;
  if (forAdmins && member !== null)
    return (
      <>
        {forAdmins}
        <OwnProfileLink uid={member} />
      </>
    );
  return (
    <>
      {forAdmins}
      {canSignIn(status) && (
        <p>
          <a
            className="button"
            href={loginFor(location)}
            {...(elsewhere && { target: '_blank', rel: 'noopener' })}
          >
            {texts.signIn}
          </a>
        </p>
      )}
      <details ref={restoreFocus} className="credentials" open={!elsewhere}>
        <summary>{texts.useCredentials}</summary>
        <CredentialsForm retry={retry} />
      </details>
    </>
  );
};

interface Props extends WaysProps {
  readonly heading?: string;
  /** Why, with the HTTP status in it. */
  readonly text: string;
  readonly busy: boolean;
}

/** The screen's place while what it shows cannot be had: why, Retry, and the ways in. */
export const LoadFailed = ({ heading, text, status, busy, retry, member }: Props) => (
  <section
    ref={restoreFocus}
    className="panel profile-failure"
    data-tab={status === 0 ? 'Offline' : String(status)}
  >
    {heading !== undefined && <h2>{heading}</h2>}
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <BusyButton
        look="primary"
        label={texts.retry}
        busyLabel={texts.retrying}
        busy={busy}
        onPress={() => void retry()}
      />
    </div>
    <WaysIn {...{ status, retry, member }} />
  </section>
);
