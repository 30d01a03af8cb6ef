import { readFileSync } from 'node:fs';

const PAGE = readFileSync(new URL('../../../docs/strategies.md', import.meta.url), 'utf8');

/** The kinds of orders that the page tells of, in the order of its table. */
export const KINDS = rowsBelow('| kind | `active`: it waits for |').flatMap(([kinds = '']) => kinds.split(', ').map(bare));

/** The steps from state to state of the page, as `active > working`. */
export const STEPS = rowsBelow('| from | to | when |').map(([from = '', to = '']) => `${bare(from)} > ${bare(to)}`);

/** The ways in which an order may end, as the page names them. */
export const ENDS = [...PAGE.matchAll(/It is `done` as ([^(]*)\(/g)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
);

/** The cells of the table that begins with this line. */
function rowsBelow(head: string): string[][] {
  const lines = PAGE.slice(PAGE.indexOf(head)).split('\n').slice(2);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function bare(text: string): string {
  return text.replaceAll('`', '');
}
