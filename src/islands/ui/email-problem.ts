import { problemText } from '../../shared/problem-texts/common.ts';
import { isEmail } from '../../shared/email.ts';

/** Returns the error of a required email input, or undefined. */
export function emailProblem(form: HTMLFormElement, name: string): string | undefined {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && input.value.trim() === '') return problemText('email-required');
  return optionalEmailProblem(form, name);
}

/** Returns the error of an email input that may be empty, or undefined. The server accepts the same addresses. */
export function optionalEmailProblem(form: HTMLFormElement, name: string): string | undefined {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement) || input.value.trim() === '' || isEmail(input.value))
    return undefined;
  return problemText('email-invalid');
}
