/** What a page can be asked for, and what it asks for. */
export interface PageLinks {
  readonly ids: readonly string[];
  /** Where its links lead, and where its pictures and files are. */
  readonly addresses: readonly string[];
}

/** What holds no elements: comments, and the inside of scripts and styles. */
const noElements = /<!--[\s\S]*?-->|(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/gi;
const tags = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const attributes = /\s([\w:-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** The ids and addresses in a page's HTML. */
export const linksIn = (html: string): PageLinks => {
  const found = [...html.replaceAll(noElements, '$1').matchAll(tags)].flatMap(([tag]) =>
    [...tag.matchAll(attributes)].map(([, name = '', ...values]) => ({
      name: name.toLowerCase(),
      value: decodeEntities(values.find((value) => value !== undefined) ?? ''),
    })),
  );
  return {
    ids: found.flatMap(({ name, value }) => (name === 'id' ? [value] : [])),
    addresses: found.flatMap(({ name, value }) => (name === 'href' || name === 'src' ? [value] : [])),
  };
};

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An attribute's value as a browser reads it. */
export const decodeEntities = (value: string): string =>
  value.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) =>
      name
        ? (names[name] ?? whole)
        : String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex ?? '', 16)),
  );
