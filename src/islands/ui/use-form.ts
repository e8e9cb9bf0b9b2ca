import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announceReady, pressPainted } from '../../client/interaction.ts';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import type { Notice } from './notices.tsx';
import { usePageRestored } from './use-page-restored.ts';
import { type ApiAnswer, errorMessage, refusedFields } from '../../client/api.ts';

export type FieldErrors<Field extends string> = { readonly [Name in Field]?: string | undefined };

/**
 * The result of a submission: field errors or a text for the whole form. `refused` is a failed answer, whose messages are shown at
 * the fields that they name. `leaving` means that the page leads to another page, and `done` that there is nothing to show.
 */
export type Outcome<Field extends string> =
  | { readonly fields: FieldErrors<Field>; readonly error?: string }
  | { readonly error: string }
  | { readonly refused: ApiAnswer }
  | { readonly success: string; readonly detail?: string }
  | { readonly leaving: true }
  | { readonly done: true };

/** Returns the text of a field, or '' if the form has no such field. */
export type ReadField<Field extends string> = (field: Field) => string;

/** State and handlers of a form. */
export interface FormState<Field extends string = string> {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly busy: boolean;
  readonly errors: FieldErrors<Field>;
  readonly notice: Notice | null;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  readonly onInput: (event: { readonly target: EventTarget }) => void;
}

/**
 * A form with uncontrolled inputs, so that text typed before hydration stays. A second submission during the first is ignored.
 * The first field with an error gets the focus. Typing removes the error. A form that leads to another page stays busy.
 */
export function useForm<Field extends string>(
  submit: (read: ReadField<Field>, form: HTMLFormElement) => Promise<Outcome<Field>>,
  initialNotice: Notice | null = null,
): FormState<Field> {
  const element = useRef<HTMLFormElement>(null);
  // Set before the paint; `busy` follows after it.
  const isPressed = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [notice, setNotice] = useState(initialNotice);
  const [failureCount, setFailureCount] = useState(0);

  const setIdle = () => {
    isPressed.current = false;
    setBusy(false);
  };

  useLayoutEffect(() => {
    announceReady(element.current);
  }, []);
  useEffect(() => {
    replayEarlySubmit(element.current);
  }, []);
  // A restored page must not stay busy. On a new page a submission may be running already.
  usePageRestored(setIdle);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failureCount]);

  const showErrors = (fields: FieldErrors<Field>) => {
    setErrors(fields);
    setFailureCount((count) => count + 1);
  };

  const run = async (target: HTMLFormElement, data: FormData): Promise<Outcome<Field>> => {
    try {
      return await submit((field) => {
        const value = data.get(field);
        return typeof value === 'string' ? value : '';
      }, target);
    } catch (error) {
      console.warn('form', error);
      return { error: problemText(identityProblem(error) ?? 'application-error') };
    }
  };

  const onSubmit = async (target: HTMLFormElement, pressed: HTMLElement | null) => {
    if (isPressed.current) return;
    isPressed.current = true;
    const data = new FormData(target, pressed);
    await pressPainted();
    setBusy(true);
    setErrors({});
    setNotice(null);
    const outcome = await run(target, data);
    if ('leaving' in outcome) return;
    setIdle();
    if ('success' in outcome) setNotice({ kind: 'success', text: outcome.success, detail: outcome.detail });
    else if ('error' in outcome && outcome.error !== undefined)
      setNotice({ kind: 'error', text: outcome.error });
    if ('fields' in outcome) showErrors(outcome.fields);
    if ('refused' in outcome) {
      const fields = fieldErrors<Field>(outcome.refused, target);
      if (Object.keys(fields).length > 0) showErrors(fields);
      else setNotice({ kind: 'error', text: errorMessage(outcome.refused) });
    }
  };

  return {
    element,
    busy,
    errors,
    notice,
    onSubmit: (event) => {
      event.preventDefault();
      void onSubmit(event.currentTarget, event.nativeEvent.submitter);
    },
    onInput: ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isField && target.name in errors) setErrors({ ...errors, [target.name]: undefined });
    },
  };
}

/**
 * Submits a form whose button was pressed before the page's script was loaded. The page keeps the last press
 * (`window.lastPress`). A busy form ignores the submission.
 */
function replayEarlySubmit(form: HTMLFormElement | null): void {
  const target = window.lastPress?.target;
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=submit]') : null;
  if (form && button?.form === form) form.requestSubmit(button);
}

/** Returns the messages of a failed answer about the fields of a form. The first message about a field counts. */
export function fieldErrors<Field extends string>(
  { data }: ApiAnswer,
  form: HTMLFormElement,
): FieldErrors<Field> {
  const refusals = refusedFields(data).filter(({ field }) => form.elements.namedItem(field) !== null);
  return Object.fromEntries(
    refusals.toReversed().map(({ field, message }) => [field, message]),
  ) as FieldErrors<Field>;
}
