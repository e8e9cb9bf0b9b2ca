import { passwordPromptMessages as texts } from '../../shared/messages/account.ts';
import { CancelButton, Form, SubmitButton } from '../ui/Form.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { useForm } from '../ui/use-form.ts';
import { useModal } from '../ui/use-modal.ts';
import { AccountName } from './AccountForm.tsx';
import { PasswordOrCode, useSignIn } from './second-step.tsx';

export interface PasswordDialogProps {
  readonly email: string;
  /** Called with true after the sign-in, or with false if the user cancels. */
  readonly answer: (hasSignedIn: boolean) => void;
}

/** Asks for the password of the account, and signs in again. */
export function PasswordDialog({ email, answer }: PasswordDialogProps) {
  const dialog = useModal();
  const close = (hasSignedIn: boolean) => {
    // The dialog restores the focus when it closes.
    dialog.current?.close();
    answer(hasSignedIn);
  };

  const { needsCode, signIn } = useSignIn({ fields: { password: texts.wrong } });
  const form = useForm<'password' | 'code'>((read) =>
    signIn(read, email, () => {
      close(true);
      return { done: true };
    }),
  );
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="password-prompt"
      aria-describedby="password-prompt-reason"
      onCancel={() => {
        answer(false);
      }}
    >
      <Form form={form}>
        <p id="password-prompt">
          <strong>{texts.question}</strong>
        </p>
        <p id="password-prompt-reason">{texts.reason}</p>
        <AccountName email={email} />
        <PasswordOrCode needsCode={needsCode} label="Password" />
        <FormNotice notice={form.notice} />
        <div className="form-actions">
          <CancelButton
            label={texts.cancel}
            onPress={() => {
              close(false);
            }}
          />
          <SubmitButton label={texts.continue} busyLabel={texts.checking} />
        </div>
      </Form>
    </dialog>
  );
}
