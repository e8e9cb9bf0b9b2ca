/** The words of a text as class names and custom properties are made of: letters, digits, `-` and `_`. */
export const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w-]+/g) ?? []);
