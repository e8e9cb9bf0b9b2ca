/** Whether an email input holds nothing, or an address with a full domain, as the server asks for one. */
export const isEmailField = (form: HTMLFormElement, name: string): boolean => {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return true;
  const value = input.value.trim();
  return value === '' || (!input.validity.typeMismatch && /@[^@\s]+\.[^@\s.]+$/.test(value));
};
