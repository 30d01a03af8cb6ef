import { describe, expect, it } from 'vitest';
import { codeOf } from './code.ts';

describe('codeOf', () => {
  it.each([
    ['a line comment', 'a // await b\nc', 'a           \nc'],
    ['a block comment over lines', 'a /* x\ny */ b', 'a     \n     b'],
    ['a string', "a = 'await';", "a = '     ';"],
    ['an escaped quote', String.raw`a = 'it\'s await' + b`, "a = '           ' + b"],
    ['a template', 'a = `await`;', 'a = `     `;'],
    ['code inside a template', 'a = `x ${await b} y`;', 'a = `  ${await b}  `;'],
    ['a template inside a template', 'a = `x ${f({ b: `y ${c} z` })} w`;', 'a = `  ${f({ b: `  ${c}  ` })}  `;'],
    ['a regular expression with a quote', "a = /'await/g; b", 'a =         g; b'],
    ['a slash in a class of characters', 'a = [/[/]await/]; b', 'a = [          ]; b'],
    ['a comment after a string with slashes', "a = 'http://x'; // await", "a = '        ';         "],
  ])('blanks out %s', (_name, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('takes a slash after a value for a division', () => {
    expect(codeOf('a / b; await c / d')).toBe('a / b; await c / d');
  });

  it('keeps every offset, whatever the text', () => {
    for (const text of ["'open", '`open ${', '/* open', '/open', '}', '"a\\', '😀 // 😀']) {
      expect(codeOf(text), text).toHaveLength(text.length);
    }
  });
});
