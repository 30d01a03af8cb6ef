import { expect, it } from 'vitest';
import { shellWord } from '../../web/pure/shellWord.ts';

it('leaves plain words as they are', () => {
  for (const word of ['01K9XYZ', 'BTC/EUR', 'strategies.a.params.b', '9007199254740993', '/var/lib/sluice.yaml', '-0.5'])
    expect(shellWord(word)).toBe(word);
});

it('puts everything else into quotes that nothing leaves', () => {
  expect(shellWord('')).toBe("''");
  expect(shellWord('1; rm -rf ~')).toBe("'1; rm -rf ~'");
  expect(shellWord('$(x) `y`')).toBe("'$(x) `y`'");
  expect(shellWord("a'b")).toBe(String.raw`'a'\''b'`);
  expect(shellWord('a\nb')).toBe("'a\nb'");
});
