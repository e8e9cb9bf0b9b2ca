import { loginFor } from '../../client/accounts/return-path.ts';
import { config } from '../../client/config.ts';
import { messages } from '../../shared/messages.ts';
import { CredentialsForm } from './CredentialsForm.tsx';

const { profileService: texts } = messages;

/** Whether another identity would be answered otherwise. */
const wantsIdentity = (status: number): boolean => [401, 403, 404, 429, 503].includes(status);

interface WaysProps {
  readonly status: number;
  readonly retry: () => Promise<number>;
  /** Leaves this page as it is, for a form with text in it. */
  readonly elsewhere?: boolean;
}

/** The ways to be somebody whom the service answers: signing in, or a service's credentials. */
export const WaysIn = ({ status, retry, elsewhere = false }: WaysProps) =>
  wantsIdentity(status) && (
    <>
      {(status === 403 || status === 404) && <p>{texts.forAdmins}</p>}
      {config.identity && (
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
      <details className="credentials" open={!elsewhere}>
        <summary>{texts.useCredentials}</summary>
        <CredentialsForm retry={retry} />
      </details>
    </>
  );

interface Props extends WaysProps {
  readonly heading?: string;
  /** Why, with the HTTP status in it. */
  readonly text: string;
  readonly busy: boolean;
}

/** The screen's place while what it shows cannot be had: why, Retry, and the ways in. */
export const LoadFailed = ({ heading, text, status, busy, retry }: Props) => (
  <section className="panel profile-failure" data-tab={status === 0 ? 'Offline' : String(status)}>
    {heading !== undefined && <h2>{heading}</h2>}
    <div className="notice" role="alert" data-kind="error">
      {text}
    </div>
    <div className="form-actions">
      <button
        type="button"
        className="button button-primary"
        data-busy={busy ? texts.retry : texts.retrying}
        aria-busy={busy}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void retry();
        }}
      >
        {busy ? texts.retrying : texts.retry}
      </button>
    </div>
    <WaysIn status={status} retry={retry} />
  </section>
);
