import { createContext } from 'react';
import type { FormState } from './use-form.ts';

/** The state of the form around a field. The checkout's fields have no form, and load no code of one. */
export const FormContext = createContext<Pick<FormState, 'busy' | 'errors' | 'notice'>>({
  busy: false,
  errors: {},
  notice: null,
});
