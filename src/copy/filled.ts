import { fill } from '../shared/placeholders.ts';

interface Entry<Data> {
  readonly id: string;
  readonly data: Data;
  readonly body?: string;
  readonly filePath?: string;
}

/**
 * A content file with its placeholders filled, `more` beside the usual ones. Loaded files are cached, so this
 * is done each time. Names the file in what it throws.
 */
export const filled = <Data>(
  { id, data, body = '', filePath = id }: Entry<Data>,
  more: Readonly<Record<string, string>> = {},
) => {
  try {
    return { id, ...fill(data, more), body: fill(body, more) };
  } catch (error) {
    throw new Error(`${filePath}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
