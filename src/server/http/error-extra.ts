/** What the errors of some paths say beside the usual fields, whichever part of the API they come from. */
const extras: readonly [path: RegExp, extra: (text: string) => object][] = [
  [/^\/api\/auth\/reset-password$/, () => ({ success: false })],
  [/^(\/api)?\/user-profiles(\/|$)/, (message) => ({ message })],
];

/** The further fields of an error with this text that a path is answered with. */
export const errorExtra = (path: string, text: string): object =>
  extras.find(([paths]) => paths.test(path))?.[1](text) ?? {};
