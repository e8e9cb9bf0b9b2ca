import { problemText } from '../../shared/problems/screens.ts';
import { isEmail } from '../../shared/email.ts';

/** What is wrong with an email input that has to hold an address; undefined for one that does. */
export const emailProblem = (form: HTMLFormElement, name: string): string | undefined => {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLInputElement && input.value.trim() === '') return problemText('email-required');
  return isEmailField(form, name) ? undefined : problemText('email-invalid');
};

/** Whether an email input holds nothing, or an address that the server takes. */
export const isEmailField = (form: HTMLFormElement, name: string): boolean => {
  const input = form.elements.namedItem(name);
  return !(input instanceof HTMLInputElement) || input.value.trim() === '' || isEmail(input.value);
};
