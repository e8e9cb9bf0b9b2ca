import { useEffect, useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { askForPassword } from '../../../client/accounts/fresh-sign-in.ts';
import type { SignedIn } from '../../../client/accounts/current-user.ts';
import { errorCode } from '../../../client/accounts/identity-problem.ts';
import { runIdentityAction } from '../../../client/accounts/run-identity-action.ts';
import type { NewSecondFactor } from '../../../client/identity.ts';
import { loadChunk } from '../../../client/load-chunk.ts';
import { secondFactorMessages as texts } from '../../../shared/messages/second-factor.ts';
import { site } from '../../../shared/site.ts';
import { digitsIn } from '../../../shared/text.ts';
import { BusyButton } from '../../ui/buttons.tsx';
import { useAsk } from '../../ui/ask.ts';
import { CopyButton, LINK_COPIED_MS } from '../../ui/copy.tsx';
import { CancelButton, Form, FormEnd } from '../../ui/Form.tsx';
import { TryAgain, Waiting } from '../../ui/loading.tsx';
import { FormNotice, type Notice } from '../../ui/notices.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { CodeField, codeErrorText } from '../second-step.tsx';
import { Section } from '../../ui/Section.tsx';

/** The two-step sign-in of somebody who runs the shop: sets up an authenticator app, or removes it. */
export function SecondFactor({ user }: { readonly user: SignedIn }) {
  const [state, setState] = useState<'loading' | 'failed' | 'on' | 'off'>('loading');
  const [enrollment, setEnrollment] = useState<NewSecondFactor | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const ask = useAsk();

  const load = async () => {
    setState('loading');
    try {
      const { hasSecondFactor } = await loadChunk(import('../../../client/identity.ts'));
      setState((await hasSecondFactor()) ? 'on' : 'off');
    } catch (error) {
      console.warn('second factor', error);
      setState('failed');
    }
  };
  useEffect(() => void load(), []);

  /** Runs a change at Firebase. Asks for the password first if Firebase finds the sign-in too old. */
  const run = async (change: () => Promise<void>) => {
    setNotice(null);
    const problem = await runIdentityAction(() => withFreshSignIn(change), texts.failed);
    if (problem !== null) setNotice({ kind: 'error', text: problem });
  };

  const start = () =>
    run(async () => {
      const { startSecondFactor } = await loadChunk(import('../../../client/identity.ts'));
      setEnrollment(await startSecondFactor(site.product));
    });

  const remove = async () => {
    if (!(await ask({ text: texts.confirmRemove, action: texts.remove, look: 'danger' }))) return;
    await run(async () => {
      const { removeSecondFactors } = await loadChunk(import('../../../client/identity.ts'));
      await removeSecondFactors();
      await report();
      setState('off');
      setNotice({ kind: 'success', text: texts.removed });
    });
  };

  return (
    <Section id="factor" tab="Two-step" heading={texts.heading} anchor="second-factor">
      <FormNotice notice={notice} />
      {state === 'loading' && <Waiting text={texts.loading} />}
      {state === 'failed' && <TryAgain text={texts.failed} onRetry={load} />}
      {state === 'on' && (
        <>
          <p>{texts.on}</p>
          <p className="soft">{texts.lost}</p>
          <div className="form-actions">
            <BusyButton label={texts.remove} busyLabel={texts.removing} onPress={remove} />
          </div>
        </>
      )}
      {state === 'off' && (
        <>
          <p>{texts.off}</p>
          <p className="soft">{texts.intro}</p>
          {!user.emailVerified && <p>{texts.unconfirmed}</p>}
          {user.emailVerified && !enrollment && (
            <div className="form-actions">
              <BusyButton label={texts.setUp} busyLabel={texts.settingUp} onPress={start} />
            </div>
          )}
        </>
      )}
      {enrollment && (
        <EnrollmentForm
          factor={enrollment}
          onDone={() => {
            setEnrollment(null);
            setState('on');
            setNotice({ kind: 'success', text: texts.turnedOn, shouldFocus: true });
          }}
          onCancel={() => {
            setEnrollment(null);
          }}
        />
      )}
    </Section>
  );
}

/** Tells the server about the change, so that it mails the owner. A failure shows nothing, because the change is done. */
async function report(): Promise<void> {
  await authFetch('POST /api/account/second-factor', {});
}

async function withFreshSignIn(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (errorCode(error) !== 'auth/requires-recent-login' || !(await askForPassword())) throw error;
    await change();
  }
}

interface EnrollmentFormProps {
  readonly factor: NewSecondFactor;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Shows the key of a new authenticator app as a QR code and as text, and asks for the app's first code. */
function EnrollmentForm({ factor, onDone, onCancel }: EnrollmentFormProps) {
  const submit = async (read: ReadField<'code'>): Promise<Outcome<'code'>> => {
    const code = digitsIn(read('code'));
    if (code === '') return { fields: { code: texts.codeRequired } };
    try {
      await factor.finish(code);
      await report();
    } catch (error) {
      console.warn('second factor', error);
      return { fields: { code: codeErrorText(error) } };
    }
    onDone();
    return { done: true };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <p>{texts.scan}</p>
      <QrCode text={factor.uri} name={texts.qr} />
      <p>
        <span>{texts.orType}</span> <code>{groupsOfFour(factor.key)}</code>
      </p>
      <CopyButton text={factor.key} name={texts.key} confirmationMs={LINK_COPIED_MS} />
      <CodeField />
      <FormEnd label={texts.confirm} busyLabel={texts.confirming}>
        <CancelButton isQuiet label={texts.cancel} onPress={onCancel} />
      </FormEnd>
    </Form>
  );
}

function groupsOfFour(key: string): string {
  return key.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
