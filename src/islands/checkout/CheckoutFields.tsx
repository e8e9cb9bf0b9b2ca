import { maxLengths } from '../../shared/max-lengths.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import { useId, useState } from 'react';
import { isEmail } from '../../shared/email.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { EmailField, TextField } from '../ui/fields.tsx';
import type { CodeStatus } from './use-code.ts';

interface ReceiptFieldProps {
  readonly email: string;
  /** The purpose of the email. */
  readonly hint: string;
  readonly onEmail: (email: string) => void;
}

/** The optional email for the receipt. An invalid email shows an error but does not prevent the purchase. */
export function ReceiptField({ email, hint, onEmail }: ReceiptFieldProps) {
  const [hasLeft, setHasLeft] = useState(false);
  const isInvalid = hasLeft && email.trim() !== '' && !isEmail(email);
  return (
    <EmailField
      autoComplete="email"
      optional
      hint={hint}
      error={isInvalid ? problemText('email-invalid') : undefined}
      value={email}
      onBlur={() => {
        setHasLeft(true);
      }}
      onChange={(event) => {
        onEmail(event.target.value);
      }}
    />
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** The buyer's optional name. */
export function NameField({ name, onName }: NameFieldProps) {
  return (
    <TextField
      name="name"
      label="Name"
      autoComplete="name"
      maxLength={maxLengths.name}
      optional
      value={name}
      onChange={(event) => {
        onName(event.target.value);
      }}
    />
  );
}

interface CodeFieldProps {
  readonly code: string;
  readonly status: CodeStatus;
  readonly onChange: (code: string) => void;
}

/** The optional affiliate code with its live status. */
export function CodeField({ code, status, onChange }: CodeFieldProps) {
  const id = useId();
  return (
    <div className="field code-field">
      <label htmlFor={id}>
        Affiliate code <span className="optional">(optional)</span>
      </label>
      <input
        id={id}
        name="code"
        value={code}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={status === 'invalid' || undefined}
        aria-describedby={`${id}status`}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <span id={`${id}status`} className="code-status" role="status" data-state={status}>
        {status !== 'unknown' && checkoutMessages.affiliate[status]}
      </span>
    </div>
  );
}
