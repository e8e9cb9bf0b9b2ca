type Json = string | number | boolean | undefined | readonly Json[] | { readonly [name: string]: Json };

/** A thing in schema.org's terms; a property that is undefined is not written. */
export interface Node {
  readonly '@type': string;
  readonly [property: string]: Json;
}
