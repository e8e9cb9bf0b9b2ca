import { createHash } from 'node:crypto';
import { type Contents, countRows } from './count-rows.ts';
import { describeSchema, type Run, type Schema } from './describe-schema.ts';

/** All of a database: what it is made of, and what is in it. */
export interface Picture {
  readonly schema: Schema;
  readonly contents: ReadonlyMap<string, Contents>;
}

/** One line of the comparison. */
export interface Line {
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly equal: boolean;
}

/** Looks at all of a database; within a transaction, at what that sees. */
export const pictureOf = async (database: Run): Promise<Picture> => ({
  schema: await describeSchema(database),
  contents: await countRows(database),
});

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const missing = 'missing';

const ofTable = (contents: Contents | undefined): string =>
  contents ? `${String(contents.rows)} rows, ${short(contents.checksum)}` : missing;

/** Things of one kind, such as all triggers: how many, and a hash over all of them. */
const ofKind = (schema: Schema, kind: string): string => {
  const found = [...schema].filter(([name]) => name.startsWith(`${kind} `));
  return `${String(found.length)}, ${short(JSON.stringify(found))}`;
};

const line = (what: string, before: string, after: string): Line => ({
  what,
  before,
  after,
  equal: before === after,
});

/** Holds two databases against each other: a line for each table and each kind of thing, then one for each thing that differs. */
export const compare = (one: Picture, other: Picture): readonly Line[] => {
  const tables = [...new Set([...one.contents.keys(), ...other.contents.keys()])].sort();
  const things = [...new Set([...one.schema.keys(), ...other.schema.keys()])].sort();
  const kinds = [...new Set(things.map((name) => name.split(' ')[0] ?? ''))];
  return [
    ...tables.map((name) => line(name, ofTable(one.contents.get(name)), ofTable(other.contents.get(name)))),
    ...kinds.map((kind) => line(`all of kind ${kind}`, ofKind(one.schema, kind), ofKind(other.schema, kind))),
    ...things
      .map((name) => line(name, one.schema.get(name) ?? missing, other.schema.get(name) ?? missing))
      .filter(({ equal }) => !equal),
  ];
};
