/** Whether an email input holds an address, or nothing. */
export const isEmailField = (form: HTMLFormElement, name: string): boolean => {
  const input = form.elements.namedItem(name);
  return !(input instanceof HTMLInputElement) || !input.validity.typeMismatch;
};
