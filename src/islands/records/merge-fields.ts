/** The texts of a record's fields, as a form holds them. */
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** What became of a field: `taken` over from the newer record, or `kept` as typed beside what is saved there. */
export interface Difference {
  readonly kind: 'taken' | 'kept';
  /** What the form does not hold: the earlier text of a field taken over, the saved one of a field kept. */
  readonly other: string;
}

export type Merge<Field extends string> = { readonly [Name in Field]?: Difference };

/**
 * Brings a form onto a newer record: what nobody typed into follows the record, what was typed stays. Only the
 * fields that differ from the form as it was, or from the record as it is, are named.
 */
export const mergeFields = <Field extends string>(
  fields: readonly Field[],
  typed: Texts<Field>,
  before: Texts<Field>,
  newer: Texts<Field>,
): Merge<Field> => {
  const merge: { [Name in Field]?: Difference } = {};
  for (const field of fields) {
    if (newer[field] === before[field] || newer[field] === typed[field]) continue;
    merge[field] =
      typed[field] === before[field]
        ? { kind: 'taken', other: before[field] }
        : { kind: 'kept', other: newer[field] };
  }
  return merge;
};
