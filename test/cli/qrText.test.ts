import { expect, it } from 'vitest';
import { encode } from 'uqr';
import { qrText } from '../../src/cli/qrText.ts';

/** The modules as a camera would see them: true is dark. */
function modulesOf(lines: readonly string[]): boolean[][] {
  const isLight = (char: string, half: 0 | 1): boolean => char === '█' || char === '▀▄'[half];
  return lines.flatMap((line) => ([0, 1] as const).map((half) => Array.from(line).map((char) => !isLight(char, half))));
}

it('draws every module, two rows a line, with the quiet zone that scanners need', () => {
  const text = qrText('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01', { isTTY: false });
  const modules = modulesOf(text.split('\n').slice(0, -1));
  const { data, size } = encode('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.01', { ecc: 'M', border: 4 });
  expect(modules.slice(0, size)).toEqual(data);
  expect([...modules.slice(0, 4), ...modules.slice(size - 4)].flat()).not.toContain(true);
  // The three corners by which it is found.
  for (const [row, column] of [
    [4, 4],
    [4, size - 5],
    [size - 5, 4],
  ] as const)
    expect(modules[row]![column]).toBe(true);
});

it('is dark on light whatever the colours of the terminal are', () => {
  const [line = ''] = qrText('x', { isTTY: true }).split('\n');
  expect(line).toContain('\u001b[97m');
  expect(line).toContain('\u001b[40m');
});
