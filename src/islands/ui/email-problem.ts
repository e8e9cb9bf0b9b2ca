import { problemText } from '../../shared/problem-texts/common.ts';
import { isEmail } from '../../shared/email.ts';

/** Returns the error of a required email input, or undefined. */
export function emailProblem(form: HTMLFormElement, name: string): string | undefined {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && input.value.trim() === '') return problemText('email-required');
  return isEmailField(form, name) ? undefined : problemText('email-invalid');
}

/** True if an email input is empty or holds an address that the server accepts. */
export function isEmailField(form: HTMLFormElement, name: string): boolean {
  const input = form.elements.namedItem(name);
  return !(input instanceof HTMLInputElement) || input.value.trim() === '' || isEmail(input.value);
}
