import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, plainLine, visibleText } from '../../src/base/plainText.ts';
import { anyCharacter } from '../anyCharacter.ts';

/** C0, C1, directions, unseen marks, tags, a half of a character. */
const HARMFUL = ['\u001b', '\u0007', '\u009b', '\u0085', '\u202e', '\u2066', '\u200b', '\ufeff', '\u2028', '\u{e0041}', '\ud800', '\u0000'];

describe('a stranger’s text', () => {
  it.each(HARMFUL)('B5: has no %j on a line', (harmful) => {
    expect(plainLine(`a${harmful}b`)).toMatch(/^a b$/);
    expect(plainLine(`a\n\t\rb`)).toBe('a   b');
  });

  it.each(HARMFUL)('B5: has %j written out where lines stay', (harmful) => {
    expect(visibleText(`a${harmful}\n\tb`)).toMatch(/^a(?:\\u[0-9a-f]{4})+\n\tb$/);
    const json = JSON.stringify({ text: `a${harmful}b` });
    expect(JSON.parse(visibleText(json))).toEqual(JSON.parse(json));
  });

  it('lets pass what is ours, and nothing that only looks like it', () => {
    // oxlint-disable-next-line no-control-regex -- a sequence of ours begins with one
    const ours = /\u001b\[1m/g;
    expect(visibleText('\u001b[1mbold\u001b[2J\u001b', ours)).toBe('\u001b[1mbold\\u001b[2J\\u001b');
  });

  it('stays as it is where nothing is harmful', () => {
    for (const text of ['BTC/EUR', 'Grüße', '日本', '👍', 'a\tb\nc\r\nd']) expect(visibleText(text)).toBe(text);
    expect(plainLine('Grüße 日本 👍')).toBe('Grüße 日本 👍');
  });

  it('B8: is no formula in a spreadsheet, and one cell whatever stands in it', () => {
    // Where a comma is the decimal mark, a spreadsheet takes a semicolon for what stands between cells.
    expect(csvCell('gift; =cmd|x;-1;b=c;@d')).toBe("gift; '=cmd|x;'-1;b=c;'@d");
    for (const formula of ['=cmd|x', '+1', '-1', '@sum', ' =1', '\t=1', '\u200b=1']) expect(csvCell(formula)).toMatch(/^"?'/);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const cell = csvCell(text);
        const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '') : cell;
        expect(inner).not.toMatch(/[\r\n"]|^\s*[=+\-@]/);
        expect(cell.startsWith('"')).toBe(/[",]/.test(text));
      }),
    );
  });
});
