import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import { cellText, titleOf } from '../../src/cli/cellText.ts';
import { plainLine } from '../../src/base/plainText.ts';
import type { Column } from '../../src/cli/column.ts';
import { csvOf } from '../../src/cli/csv.ts';
import { markdownOf } from '../../src/cli/markdown.ts';
import { printJson, printRecord, printRows } from '../../src/cli/print.ts';
import { FORMATS } from '../../src/cli/shell.ts';
import { recordTable, tableOf } from '../../src/cli/table.ts';
import { testIo, testShell } from './testIo.ts';

interface Row {
  readonly name: string;
  readonly openPrice: Decimal | undefined;
  readonly at?: number;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', value: (row) => row.name },
  { key: 'openPrice', kind: 'number', value: (row) => row.openPrice, style: () => 'green' },
  { key: 'at', kind: 'time', value: (row) => row.at },
];
const rows: readonly Row[] = [
  { name: 'a', openPrice: dec('1234.5'), at: 0 },
  { name: '=cmd|"x"', openPrice: dec('-0.00000001') },
  { name: 'c', openPrice: undefined },
];

function printed(output: string, columns80?: number): string {
  const shell = testShell({ output }, columns80 === undefined ? {} : { columns: columns80 });
  printRows(shell, columns, rows);
  return shell.stdout();
}

describe('a table', () => {
  it('aligns numbers at the decimal point', () => {
    expect(printed('table')).toBe(
      ['NAME         OPEN PRICE  AT', 'a         1234.5         1970-01-01T00:00:00.000Z', '=cmd|"x"    -0.00000001', 'c', ''].join('\n'),
    );
  });

  it('cuts texts to the width of a terminal, never numbers, and cuts nothing in a pipe', () => {
    const wide = [{ name: 'x'.repeat(200), openPrice: dec('123456789.123456789'), at: 0 }];
    const onTerminal = tableOf(columns, wide, testIo({ columns: 70 }).out);
    // oxlint-disable-next-line no-control-regex -- colours take no width
    const lines = onTerminal.replace(/\u001b\[\d+m/g, '').split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(70);
    expect(lines[1]).toContain('x…');
    expect(lines[1]).toContain('123456789.123456789');
    expect(tableOf(columns, wide, testIo().out)).toContain('x'.repeat(200));
  });

  it('keeps ids whole on a narrow terminal, and leaves out what is empty, then what is less important, before it cuts texts', () => {
    const row = { id: '9007199254740993', orderId: '9007199254740994', name: 'x'.repeat(60), none: '', more: '1.25', most: '2.5' };
    type Wide = typeof row;
    const keys: readonly Column<Wide>[] = [
      { key: 'id', value: ({ id }) => id },
      { key: 'orderId', value: ({ orderId }) => orderId },
      { key: 'none', value: ({ none }) => none },
      { key: 'more', dropped: 1, value: ({ more }) => more },
      { key: 'most', dropped: 2, value: ({ most }) => most },
      { key: 'name', value: ({ name }) => name },
    ];
    // oxlint-disable-next-line no-control-regex -- colours take no width
    const at = (width: number): string => tableOf(keys, [row], testIo({ columns: width }).out).replace(/\u001b\[\d+m/g, '');
    expect(at(120)).toMatch(/^ID +ORDER ID +NONE +MORE +MOST +NAME *\n/);
    expect(at(108)).toMatch(/^ID +ORDER ID +MORE +MOST +NAME *\n.* x{60}\n$/);
    expect(at(103)).toMatch(/^ID +ORDER ID +MORE +NAME *\n.* x{60}\n$/);
    expect(at(60)).toMatch(/^ID +ORDER ID +NAME *\n.* x{23}…\n$/);
    for (const width of [20, 60, 80]) expect(at(width)).toContain('9007199254740993  9007199254740994');
    expect(tableOf(keys, [], testIo({ columns: 20 }).out)).toContain('NONE');
  });

  it('has no colour in a pipe', () => {
    expect(printed('table')).not.toContain('\u001b');
  });

  it('lets no text drive the terminal or break its line', () => {
    const text = tableOf(columns, [{ name: 'a\u001b[31m\nb\u202e', openPrice: undefined }], testIo().out);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('a [31m b');
    expect(plainLine('tab\there')).toBe('tab here');
  });

  it('shows one thing a line for each member', () => {
    expect(recordTable(columns, rows[0]!, testIo().out)).toBe('NAME        a\nOPEN PRICE  1234.5\nAT          1970-01-01T00:00:00.000Z\n');
  });

  it('has its heading when there are no rows', () => {
    expect(tableOf(columns, [], testIo().out)).toBe('NAME  OPEN PRICE  AT\n');
    expect(titleOf({ key: 'bidAmount', value: () => '' })).toBe('BID AMOUNT');
  });
});

describe('JSON', () => {
  it('has money as text, times in UTC, and every member in every row', () => {
    expect(JSON.parse(printed('json'))).toEqual([
      { name: 'a', openPrice: '1234.5', at: '1970-01-01T00:00:00.000Z' },
      { name: '=cmd|"x"', openPrice: '-0.00000001', at: null },
      { name: 'c', openPrice: null, at: null },
    ]);
  });

  it('has a row a line as ndjson, and one object for one thing', () => {
    expect(
      printed('ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => Object.keys(JSON.parse(line) as object)),
    ).toEqual(rows.map(() => ['name', 'openPrice', 'at']));
    const shell = testShell({ output: 'json' });
    printRecord(shell, columns, rows[0]!);
    expect(JSON.parse(shell.stdout())).toEqual({ name: 'a', openPrice: '1234.5', at: '1970-01-01T00:00:00.000Z' });
  });

  it('keeps every digit of any decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }), fc.nat(20), (units, scale) => {
        const value = dec(`${units}e-${scale}`);
        const shell = testShell({ output: 'json' });
        printJson(shell, { value });
        expect(dec((JSON.parse(shell.stdout()) as { value: string }).value).eq(value)).toBe(true);
      }),
    );
  });
});

describe('CSV', () => {
  it('defuses formulas in texts, and leaves numbers alone', () => {
    expect(csvOf(columns, rows)).toBe('name,openPrice,at\r\na,1234.5,1970-01-01T00:00:00.000Z\r\n"\'=cmd|""x""",-0.00000001,\r\nc,,\r\n');
  });

  it('never begins a text with what a spreadsheet takes for a formula', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const cell = csvOf([columns[0]!], [{ name, openPrice: undefined }]).slice('name\r\n'.length);
        expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t]/);
      }),
    );
  });
});

describe('Markdown', () => {
  it('is a table whose cells break nothing', () => {
    expect(markdownOf(columns, [{ name: 'a|b\n*c*', openPrice: dec(1) }])).toBe(
      '| NAME | OPEN PRICE | AT |\n| --- | ---: | --- |\n| a\\|b \\*c\\* | 1 |  |\n',
    );
  });
});

describe('every format', () => {
  it.each(FORMATS)('%s ends with a line break and shows the same cells', (format) => {
    const text = printed(format);
    expect(text.endsWith('\n')).toBe(true);
    for (const row of rows) expect(text).toContain(cellText(columns[1]!, row));
  });
});
