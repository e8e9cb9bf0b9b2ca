import { fill } from '../shared/placeholders.ts';
import { markdownComplaint } from './markdown.ts';
import { bodies, type CollectionName } from './schemas/collections.ts';

interface Entry<Data> {
  readonly id: string;
  readonly collection: CollectionName;
  readonly data: Data;
  readonly body?: string;
  readonly filePath?: string;
}

const textComplaint = (collection: CollectionName, text: string): string | undefined => {
  const { needed, isMarkdown } = bodies[collection];
  if (needed && text.trim() === '') return 'There is no text below the fields. Write it there.';
  const complaint = isMarkdown ? markdownComplaint(text) : undefined;
  return complaint && `The text below the fields ${complaint}`;
};

/**
 * A content file with its placeholders filled, `more` beside the usual ones. Loaded files are cached, so this
 * is done each time. Names the file in what it throws.
 */
export const filled = <Data>(
  { id, collection, data, body = '', filePath = id }: Entry<Data>,
  more: Readonly<Record<string, string>> = {},
) => {
  try {
    const text = fill(body, more);
    const complaint = textComplaint(collection, text);
    if (complaint !== undefined) throw new Error(complaint);
    return { id, ...fill(data, more), body: text };
  } catch (error) {
    throw new Error(`${filePath}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};
