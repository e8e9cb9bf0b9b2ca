import { isEmail } from '../../shared/email.ts';

/** Whether an email input holds nothing, or an address that the server takes. */
export const isEmailField = (form: HTMLFormElement, name: string): boolean => {
  const input = form.elements.namedItem(name);
  return !(input instanceof HTMLInputElement) || input.value.trim() === '' || isEmail(input.value);
};
