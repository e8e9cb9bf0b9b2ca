import { useEffect, useRef, useState } from 'react';
import { accountMessages } from '../../shared/messages/account.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { minPasswordLength } from '../../shared/passwords.ts';
import { LabeledField } from './fields.tsx';

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Shown below the field when the user has typed. */
  readonly hint?: string;
  readonly minLength?: number;
}

/** A password field with a button that shows the password. Pasting is allowed. */
export function PasswordField({ label, hint, ...input }: PasswordFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [hasText, setHasText] = useState(false);
  const { show, hide } = accountMessages;

  useEffect(() => {
    // The user or the browser may have filled the field before hydration.
    setHasText(Boolean(field.current?.value));
  }, []);

  return (
    <LabeledField name={input.name} label={label} hint={hasText && hint} isHintLive>
      {(controlProps) => (
        <span className="password">
          <input
            {...input}
            {...controlProps}
            ref={field}
            type={isShown ? 'text' : 'password'}
            maxLength={maxLengths.password}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onInput={(event) => {
              setHasText(event.currentTarget.value !== '');
            }}
          />
          <button
            type="button"
            aria-controls={controlProps.id}
            onClick={() => {
              setShown(!isShown);
            }}
          >
            <span>{isShown ? hide : show}</span>
            <span className="visually-hidden">{` ${label.toLowerCase()}`}</span>
          </button>
        </span>
      )}
    </LabeledField>
  );
}

/** The field for a new password, with the rule that it must follow. */
export function NewPasswordField(props: Pick<PasswordFieldProps, 'name' | 'label'>) {
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={accountMessages.passwordHint}
      minLength={minPasswordLength}
    />
  );
}
