import { part } from './views.ts';

export type FormField = HTMLInputElement | HTMLTextAreaElement;

/** Shows an error below a field, or removes it for an empty text. The part with the error is named after the field: `email-error`. */
export function showFieldError(field: FormField, text: string): void {
  part(`${field.name}-error`).textContent = text;
  field.ariaInvalid = text === '' ? null : 'true';
}
