import type { finderProblems } from '../../shared/messages/duplicates.ts';

/** Kind of value in a column. `label` says what kind of phone or email the column beside it has. */
export type ColumnKind =
  | 'name'
  | 'first'
  | 'middle'
  | 'last'
  | 'suffix'
  | 'company'
  | 'phone'
  | 'email'
  | 'label'
  | 'notes'
  | 'other';

export interface Column {
  /** Empty in a list without a header. */
  readonly header: string;
  readonly kind: ColumnKind;
  /** Columns of one family hold several values of one kind, such as `Phone 1 - Value` and `Phone 2 - Value`. */
  readonly family: string;
  /** Index of the column with the label of this one, or -1. */
  readonly label: number;
}

/** Format of the file. The list is saved in the same format. */
export interface ListFormat {
  readonly separator: string;
  readonly lineEnd: string;
  readonly hasMark: boolean;
  readonly hasHeader: boolean;
  /** Excel's first line, which names the separator, or an empty text. */
  readonly firstLine: string;
}

/** A list of people. Each row has one cell for each column. */
export interface PeopleList {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly format: ListFormat;
  /** True if the encoding of the file was guessed, so that letters may be wrong. */
  readonly isGuess: boolean;
}

export type FinderProblem = keyof typeof finderProblems;

/** An error whose message is the code of a problem, so that it survives the message from the worker. */
export class FinderError extends Error {
  declare readonly message: FinderProblem;
  constructor(problem: FinderProblem) {
    super(problem);
  }
}

/** The largest file in bytes, and the most rows and columns. */
export const maxFileBytes = 20_000_000;
export const maxRows = 100_000;
export const maxColumns = 1_000;
