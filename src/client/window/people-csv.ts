import type { Book } from './book.ts';

/** The first character tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF';

/** Writes cards as CSV (RFC 4180). The cards are our own, so no cell needs protection from spreadsheets that run formulas. */
export function peopleCsv(people: Book): string {
  const rows = people.map(({ name, phone, email, home, groups, tags }) => [
    name,
    phone,
    email,
    home,
    groups.join(', '),
    tags.join(', '),
  ]);
  const lines = [['name', 'phone', 'email', 'home', 'groups', 'tags'], ...rows];
  return byteOrderMark + lines.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('');
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
