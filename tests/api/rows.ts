export type Row = Record<string, unknown>;

/** Runs a statement and returns its rows. */
export type Rows = (text: string, values?: unknown[]) => Promise<Row[]>;
