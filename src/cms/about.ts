import * as z from 'zod';
import { labelOf } from './labels.ts';

export type Schema = z.core.$ZodType;

/** What every field of the editor says of itself. */
export interface About {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
}

interface Bare {
  readonly schema: Schema;
  readonly required: boolean;
  /** What stands for a value that is not there, if the schema names one. */
  readonly preset: unknown;
}

/** A schema without what makes its value optional. */
export const bare = (schema: Schema): Bare => {
  if (schema instanceof z.ZodOptional) return { ...bare(schema.def.innerType), required: false };
  if (schema instanceof z.ZodDefault)
    return { ...bare(schema.def.innerType), required: false, preset: schema.def.defaultValue };
  return { schema, required: true, preset: undefined };
};

const sentence = (text: string): string =>
  text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The schema's description as a sentence; empty where it has none. What is `true` in a file is a switch here. */
const hintOf = (schema: Schema): string =>
  sentence((z.globalRegistry.get(schema)?.description ?? '').replace(/^true /, 'on '));

/** What is said of the field of this name, from the schema's own description. */
export const aboutOf = (name: string, { schema, required }: Bare): About => ({
  name,
  label: labelOf(name),
  hint: hintOf(schema),
  required,
});
