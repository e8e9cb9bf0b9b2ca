import { loginPath } from '../../client/accounts/navigation.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { config } from '../../client/config.ts';
import { storedSession } from '../../client/session.ts';
import { profileServiceMessages as texts } from '../../shared/messages/profiles.ts';
import { useMay } from '../data/role.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { restoreFocus } from '../ui/focus.ts';
import { editorPath } from './profile-record.ts';
import {
  clearServiceCredentials,
  serviceName,
  setServiceCredentials,
} from '../../client/accounts/auth-fetch.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { TextField } from '../ui/fields.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { ErrorNotice } from '../ui/notices.tsx';

interface Props extends AccessProps {
  readonly heading?: string;
  /** The reason, with the HTTP status. */
  readonly text: string;
}

/** Replaces a screen that failed to load: the reason, Retry, and ways to get access. */
export function LoadFailed({ heading, text, answer, retry, ownUid }: Props) {
  const { status } = answer;
  return (
    <section
      ref={restoreFocus}
      className="panel profile-failure"
      data-tab={status === 0 ? 'Offline' : String(status)}
    >
      {heading !== undefined && <h2>{heading}</h2>}
      <ErrorNotice text={text} />
      <div className="form-actions">
        <BusyButton look="primary" label={texts.retry} busyLabel={texts.retrying} onPress={retry} />
      </div>
      <AccessOptions answer={answer} retry={retry} ownUid={ownUid} />
    </section>
  );
}

interface AccessProps {
  /** The failed answer. */
  readonly answer: Pick<ApiAnswer, 'status' | 'isHtml'>;
  readonly retry: () => Promise<number>;
  /** Opens /login in a new tab, so that typed text stays. */
  readonly newTab?: boolean;
  /** The user’s uid if they reach only their own profile; null for anybody else. */
  readonly ownUid: string | null;
}

/** Offers to sign in or to use a service's credentials. Offers a user without a role their own profile. */
export function AccessOptions({ answer, retry, newTab = false, ownUid }: AccessProps) {
  const { status } = answer;
  const mayOpenAll = useMay('viewer') || serviceName() !== null;
  if (!dependsOnIdentity(answer) || (mayOpenAll && status === 404)) return null;
  const forAdmins = !mayOpenAll && (status === 403 || status === 404) && <p>{texts.forAdmins}</p>;
  if (forAdmins && ownUid !== null)
    return (
      <>
        {forAdmins}
        <OwnProfileLink uid={ownUid} />
      </>
    );
  return (
    <>
      {forAdmins}
      {canSignIn(status) && (
        <p>
          <a
            className="button"
            href={loginPath(location)}
            {...(newTab && { target: '_blank', rel: 'noopener' })}
          >
            {texts.signIn}
          </a>
        </p>
      )}
      <details ref={restoreFocus} className="disclosure credentials" open={!newTab}>
        <summary>{texts.useCredentials}</summary>
        <CredentialsForm retry={retry} />
      </details>
    </>
  );
}

/** True if another user may get a different answer. A web page comes from another server, which knows no users. */
function dependsOnIdentity({ status, isHtml = false }: AccessProps['answer']): boolean {
  return !isHtml && [401, 403, 404, 429, 503].includes(status);
}

/** True if signing in may help. A signed-in user with a valid session would stay the same. */
function canSignIn(status: number): boolean {
  return config.identity !== null && (status === 401 || storedSession() === null);
}

export function OwnProfileLink({ uid }: { readonly uid: string }) {
  return (
    <p>
      <a className="button" href={editorPath(uid)}>
        {texts.myProfile}
      </a>
    </p>
  );
}

type Field = 'service-name' | 'service-password';

interface CredentialsProps {
  /** Repeats the refused call. Resolves with its status. */
  readonly retry: () => Promise<number>;
}

/** Uses a service's name and password in this tab, and repeats the refused call. */
function CredentialsForm({ retry }: CredentialsProps) {
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const name = read('service-name');
    const password = read('service-password');
    const fields = {
      'service-name': name === '' ? profileProblemText('service-name-required') : undefined,
      'service-password': password === '' ? profileProblemText('service-password-required') : undefined,
    };
    if (Object.values(fields).some(Boolean)) return { fields };
    setServiceCredentials({ name, secret: password });
    const status = await retry();
    // authFetch has cleared the refused credentials.
    if (status === 401) return { error: profileProblemText('service-credentials-refused') };
    return { done: true };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <TextField
        name="service-name"
        label="Service name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField name="service-password" label="Service password" type="password" autoComplete="off" />
      <p className="hint">{texts.credentialsHint}</p>
      <FormEnd label={texts.useCredentials} busyLabel={texts.usingCredentials} />
    </Form>
  );
}

/** Shows the service whose credentials this tab uses, with a button that clears them. */
export function ServiceIdentity({ onForget }: { readonly onForget: () => void }) {
  const name = serviceName();
  if (name === null) return null;
  return (
    <div ref={restoreFocus} className="account-bar">
      <p>{texts.calledAs(name)}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          clearServiceCredentials();
          onForget();
        }}
      >
        {texts.forgetCredentials}
      </button>
    </div>
  );
}
