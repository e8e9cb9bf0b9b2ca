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
