/** A term of the index, and a place that it leads to. */
export interface IndexEntry {
  readonly term: string;
  /** `/why` or `/why#family`. */
  readonly href: string;
  /** The title of the page. */
  readonly page: string;
}

/** A word that sends the reader to terms of the index. */
export interface CrossReference {
  readonly term: string;
  readonly see: readonly string[];
}

/** A line of the index. `id` is the anchor of a line that others refer to. */
export interface IndexLine {
  readonly term: string;
  readonly id: string | undefined;
  /** The places of a term, each once. */
  readonly places: readonly Omit<IndexEntry, 'term'>[];
  readonly see: readonly { readonly term: string; readonly href: string }[];
}

export interface IndexLetter {
  readonly letter: string;
  readonly lines: readonly IndexLine[];
}

/** Sorts as a printed index does: letters and digits count, signs and capitals do not. */
const collator = new Intl.Collator('en', { ignorePunctuation: true, sensitivity: 'base', numeric: true });

/** Builds the index of a book. Throws if a cross-reference leads to a term that the index lacks. */
export function buildIndex(
  entries: readonly IndexEntry[],
  references: readonly CrossReference[],
): readonly IndexLetter[] {
  const referredTo = new Set(references.flatMap(({ see }) => see));
  const terms = [...new Set([...entries, ...references].map(({ term }) => term))].sort(collator.compare);
  const missing = [...referredTo].filter((term) => !terms.includes(term));
  if (missing.length > 0)
    throw new Error(
      `The index refers to ${missing.join(', ')}, and has no such term. Correct src/content/pages/a-z.md.`,
    );
  const lines = terms.map((term) => ({
    term,
    id: referredTo.has(term) ? anchorOfTerm(term) : undefined,
    places: entries
      .filter((entry) => entry.term === term)
      .filter(({ href }, index, all) => all.findIndex((other) => other.href === href) === index)
      .map(({ href, page }) => ({ href, page })),
    see: references
      .filter((reference) => reference.term === term)
      .flatMap(({ see }) => see.map((other) => ({ term: other, href: `#${anchorOfTerm(other)}` }))),
  }));
  return [...Map.groupBy(lines, ({ term }) => term.charAt(0).toUpperCase())].map(([letter, itsLines]) => ({
    letter,
    lines: itsLines,
  }));
}

/** `Own computer` → `own-computer`. */
function anchorOfTerm(term: string): string {
  return term
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
