import type { ComponentProps } from 'react';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { type AnswerOf, type ApiAnswer, errorMessage, refusedFields } from '../../../client/api.ts';
import { type FieldErrors, type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import type { Notice } from '../../ui/notices.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';

/** A purchase with its payments and events. A re-attribution sends `version` back. */
export type PurchaseDetails = AnswerOf<'GET /api/purchases/:id'>;

export type PurchasePayment = PurchaseDetails['payments'][number];

export type PurchaseHold = PurchasePayment['holds'][number];

export type PurchaseEvent = PurchaseDetails['events'][number];

/** Something that PayPal was asked to do for the purchase. */
export type PurchaseAction = PurchaseDetails['actions'][number];

/** Props of the panel's sections. */
export interface PurchaseSection {
  readonly purchase: PurchaseDetails;
  readonly notify: (notice: Notice | null) => void;
  /** Shows the changed purchase. */
  readonly onChange: (purchase: PurchaseDetails) => void;
  /** Loads the purchase and the list behind it again. Resolves with the text of the failure, or null. */
  readonly reload: () => Promise<string | null>;
}

/** The field for the reason of a change. */
export const reasonField = { name: 'reason', label: 'Reason', maxLength: maxLengths.reason } as const;

/** Returns the error of a reason, or undefined. */
export function reasonError(reason: string): string | undefined {
  return reason.trim() === '' ? problemText('reason-required') : undefined;
}

interface Props<Field extends string> extends Pick<PurchaseSection, 'notify' | 'onChange'> {
  readonly fields: readonly (Pick<
    ComponentProps<typeof TextField>,
    'label' | 'hint' | 'optional' | 'maxLength' | 'inputMode' | 'defaultValue'
  > & {
    readonly name: Field;
  })[];
  readonly className?: 'record-form';
  readonly label: string;
  readonly busyLabel: string;
  /** The consequence of the change. */
  readonly note?: string;
  /** The notice after a success. The form keeps its text if the changed purchase shows an error. */
  readonly done: string | ((changed: PurchaseDetails) => Notice);
  /** True if the form disappears after a success, so that the notice takes the focus. */
  readonly disappears?: boolean;
  readonly check: (read: ReadField<Field>) => FieldErrors<Field>;
  /** Sends the change. Resolves with null if it was not confirmed. */
  readonly send: (read: ReadField<Field>) => Promise<ApiAnswer<PurchaseDetails> | null>;
  /** Shows that somebody else has changed the purchase since it was loaded. */
  readonly onConflict?: (message: string) => void;
}

/** A form that changes a purchase. An error from the API is shown below the field that it names, or below all fields. */
export function PurchaseForm<Field extends string>(props: Props<Field>) {
  const { fields, className, label, busyLabel, note, done, disappears = false, notify, onChange } = props;

  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    notify(null);
    const clientErrors = props.check(read);
    if (Object.values(clientErrors).some(Boolean)) return { fields: clientErrors };
    const pressed = document.activeElement;
    const answer = await props.send(read);
    if (!answer) return { done: true };
    // If the panel has been closed, only the screen's notice is left.
    const isOpen = form.element.current !== null;
    if (answer.ok) {
      const result = typeof done === 'string' ? { kind: 'success' as const, text: done } : done(answer.data);
      onChange(answer.data);
      if (result.kind === 'error' && isOpen) return { error: result.text };
      notify({ ...result, shouldFocus: disappears && focusUnmoved(pressed) });
      element.reset();
      return { done: true };
    }
    const error = errorMessage(answer);
    const namesFields = refusedFields(answer.data).length > 0;
    if (answer.status === 409 && props.onConflict && !namesFields) props.onConflict(error);
    else if (isOpen) return { refused: answer };
    else notify({ kind: 'error', text: error });
    return { done: true };
  };
  const form = useForm(submit);

  return (
    <Form form={form} className={className ? `form ${className}` : 'form'}>
      {fields.map((field) => (
        <TextField
          key={field.name}
          autoComplete="off"
          autoCapitalize={field.name === 'code' ? 'none' : undefined}
          {...field}
        />
      ))}
      {note !== undefined && <p className="soft">{note}</p>}
      <FormEnd label={label} busyLabel={busyLabel} />
    </Form>
  );
}
