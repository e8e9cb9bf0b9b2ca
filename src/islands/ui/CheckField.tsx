import { use } from 'react';
import { FormContext } from './form-context.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly defaultChecked: boolean;
  readonly readOnly?: boolean;
}

/** A checkbox in a form. A read-only checkbox ignores clicks but stays focusable. */
export function CheckField({ name, label, defaultChecked, readOnly = false }: Props) {
  const { busy } = use(FormContext);
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        defaultChecked={defaultChecked}
        aria-readonly={busy || readOnly}
        onClick={(event) => {
          if (busy || readOnly) event.preventDefault();
        }}
      />
      <span>{label}</span>
    </label>
  );
}
