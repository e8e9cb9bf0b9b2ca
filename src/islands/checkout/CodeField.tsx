import { useId } from 'react';
import { checkoutMessages } from '../../shared/messages/checkout.ts';
import type { CodeStatus } from './use-code-status.ts';

interface Props {
  readonly code: string;
  readonly status: CodeStatus;
  readonly onChange: (code: string) => void;
}

/** The optional affiliate code with its live status. */
export const CodeField = ({ code, status, onChange }: Props) => {
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
