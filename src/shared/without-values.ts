/** A failed query's message without the values that it was sent with, which may be personal. */
export const withoutValues = (message: string): string => message.replace(/\nparams:[\s\S]*$/, '');
