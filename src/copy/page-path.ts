/** Returns the path of a page of src/content/pages: `/` for `index`, `/why/families` for `why.families`. */
export function pathFromName(name: string): string {
  return name === 'index' ? '/' : `/${name.replaceAll('.', '/')}`;
}
