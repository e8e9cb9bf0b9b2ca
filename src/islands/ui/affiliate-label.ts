/** Returns the name and the code of an affiliate, because many names are alike: a sign-up takes the name from the email. */
export function affiliateLabel({ name, code }: { readonly name: string; readonly code: string }): string {
  return `${name} (${code})`;
}
