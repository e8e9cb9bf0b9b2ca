/** A row of the error catalogue. */
export interface Row {
  readonly status?: number;
  readonly text: string | ((detail: string) => string);
}

/** A row's text; `detail` fills one that takes a parameter. */
export const textOf = ({ text }: Row, detail = ''): string =>
  typeof text === 'string' ? text : text(detail);
