import type { Operation } from './description.ts';

/** The codes of the errors that a call may answer with, by status. */
export const codesOf = (responses: Operation['responses']): readonly string[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) =>
      [...description.matchAll(/^`([a-z-]+)`/gm)].map(([, code = '']) => code),
    );
