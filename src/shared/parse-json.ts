/** Parses JSON. Returns undefined for any other text. The parser's own message quotes the text, which may be personal. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
