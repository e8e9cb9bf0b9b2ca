import type { standsBy } from '../../../src/shared/stands-by.ts';

/** A test that fails if the promise is broken: its file in `tests`, and its exact title. */
interface Test {
  readonly file: string;
  readonly title: string;
}

type Keeper = { readonly test: Test } | { readonly standsBy: keyof typeof standsBy };

/** A promise: the sentence as it is written in its file, and the tests or people that keep it. */
type Promised = readonly [sentence: string, keeper: Keeper, ...more: Keeper[]];

/** Promises by the file in `src` that makes them. */
export type Promises = Readonly<Record<string, readonly Promised[]>>;

/** The promise is kept by a test. */
export function kept(file: string, title: string): Keeper {
  return { test: { file, title } };
}

/** The promise is kept by people or by the program. The owner confirms it in src/shared/stands-by.ts. */
export function stands(name: keyof typeof standsBy): Keeper {
  return { standsBy: name };
}
