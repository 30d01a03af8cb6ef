import { styleText } from 'node:util';
import { encode } from 'uqr';
import type { Output } from './io.ts';

/** How many light modules surround the code (ISO/IEC 18004). */
const QUIET = 4;

/**
 * A QR code in half blocks, two rows of modules a line. On a terminal it is black on white whatever its colours are; elsewhere the
 * light modules are the filled ones, as on a dark terminal.
 */
export function qrText(text: string, stream: Pick<Output, 'isTTY'>): string {
  const { data } = encode(text, { ecc: 'M', border: QUIET });
  const lines: string[] = [];
  for (let row = 0; row < data.length; row += 2) {
    const upper = data[row]!;
    const lower = data[row + 1] ?? upper.map(() => false);
    lines.push(upper.map((dark, i) => block(!dark, !lower[i])).join(''));
  }
  const isTerminal = stream.isTTY === true;
  return lines.map((line) => `${isTerminal ? styleText(['whiteBright', 'bgBlack'], line, { validateStream: false }) : line}\n`).join('');
}

function block(upper: boolean, lower: boolean): string {
  if (upper && lower) return '█';
  if (upper) return '▀';
  return lower ? '▄' : ' ';
}
