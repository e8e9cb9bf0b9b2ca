import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announceReady } from '../../client/interaction.ts';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import type { Notice } from './notices.tsx';
import { refusedFields } from '../../client/api.ts';

export type FieldErrors<Field extends string> = { readonly [Name in Field]?: string | undefined };

/**
 * The result of a submission: field errors or a text for the whole form. `leaving` means that the page leads to another page, and
 * `done` that there is nothing to show.
 */
export type Outcome<Field extends string> =
  | { readonly fields: FieldErrors<Field> }
  | { readonly error: string }
  | { readonly success: string }
  | { readonly leaving: true }
  | { readonly done: true };

/** Returns the text of a field, or '' if the form has no such field. */
export type ReadField<Field extends string> = (field: Field) => string;

/** State and handlers of a form. */
export interface Form<Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
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
): Form<Field> {
  const form = useRef<HTMLFormElement>(null);
  const isWorking = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [notice, setNotice] = useState(initialNotice);
  const [failureCount, setFailureCount] = useState(0);

  const setIdle = () => {
    isWorking.current = false;
    setBusy(false);
  };

  useLayoutEffect(() => {
    announceReady(form.current);
  }, []);
  useEffect(() => {
    replayEarlySubmit(form.current);
    // A page from the back/forward cache must not stay busy. On a new page a submission may be running already.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIdle();
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      removeEventListener('pageshow', onPageShow);
    };
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failureCount]);

  const run = async (target: HTMLFormElement, pressed: HTMLElement | null): Promise<Outcome<Field>> => {
    const data = new FormData(target, pressed);
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
    if (isWorking.current) return;
    isWorking.current = true;
    setBusy(true);
    setErrors({});
    setNotice(null);
    const outcome = await run(target, pressed);
    if ('leaving' in outcome) return;
    setIdle();
    if ('fields' in outcome) {
      setErrors(outcome.fields);
      setFailureCount((count) => count + 1);
    } else if ('error' in outcome) setNotice({ kind: 'error', text: outcome.error });
    else if ('success' in outcome) setNotice({ kind: 'success', text: outcome.success });
  };

  return {
    form,
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

/** Returns the API's messages about a form's fields. */
export function fieldErrors<Field extends string>(
  data: unknown,
  names: readonly Field[],
): FieldErrors<Field> {
  const refusals = refusedFields(data);
  const errors: { [Name in Field]?: string } = {};
  for (const name of names) {
    const message = refusals.find(({ field }) => field === name)?.message;
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}
