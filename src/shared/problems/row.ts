/** A row of the catalogue that the API answers with. */
export interface ApiRow {
  readonly status: number;
  readonly text: string;
}

/** A row that screens alone show; a text that is a function takes a detail. */
export interface ScreenRow {
  readonly text: string | ((detail: string) => string);
}

/** A function that gives the text of a row by its code; `detail` fills one that takes it. */
export const textsOf =
  <Rows extends Readonly<Record<string, ScreenRow>>>(rows: Rows) =>
  (code: keyof Rows & string, detail = ''): string => {
    const { text } = rows[code] as ScreenRow;
    return typeof text === 'string' ? text : text(detail);
  };
