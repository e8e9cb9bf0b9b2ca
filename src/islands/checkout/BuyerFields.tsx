import { useId, useState } from 'react';
import { isEmail } from '../../shared/email.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { checkoutMessages } from '../../shared/messages/site.ts';
import type { CodeStatus } from './use-code.ts';

interface Props {
  readonly name: string;
  readonly email: string;
  readonly onName: (name: string) => void;
  readonly onEmail: (email: string) => void;
}

/** Who buys, if they like to say. An address that cannot be one is told, and stops nothing. */
export const BuyerFields = ({ name, email, onName, onEmail }: Props) => {
  const [left, setLeft] = useState(false);
  const wrong = left && email.trim() !== '' && !isEmail(email);
  return (
    <>
      <div className="field">
        <label htmlFor="buyer-name">
          Name <span className="optional">(optional)</span>
        </label>
        <input
          id="buyer-name"
          name="name"
          autoComplete="name"
          maxLength={maxLengths.name}
          value={name}
          onChange={(event) => {
            onName(event.target.value);
          }}
        />
      </div>
      <div className="field">
        <label htmlFor="buyer-email">
          Email <span className="optional">(optional)</span>
        </label>
        <input
          id="buyer-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={maxLengths.email}
          value={email}
          aria-invalid={wrong || undefined}
          aria-describedby="buyer-email-error"
          onBlur={() => {
            setLeft(true);
          }}
          onChange={(event) => {
            onEmail(event.target.value);
          }}
        />
        <span id="buyer-email-error" className="field-error" role="alert">
          {wrong && problemText('email-invalid')}
        </span>
      </div>
    </>
  );
};

interface CodeFieldProps {
  readonly code: string;
  readonly status: CodeStatus;
  readonly onChange: (code: string) => void;
}

/** The optional affiliate code with its live status. */
export const CodeField = ({ code, status, onChange }: CodeFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        Affiliate code <span className="optional">(optional)</span>
      </label>
      <input
        id={id}
        name="code"
        value={code}
        maxLength={64}
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
};
