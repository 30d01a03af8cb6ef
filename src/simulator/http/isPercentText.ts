import { isUtf8 } from 'node:buffer';

/** Whether a query or a form is UTF-8 behind its per cent signs. The text of any other has characters that nobody sent. */
export function isPercentText(encoded: string): boolean {
  if (!encoded.includes('%')) return true;
  const bytes = encoded.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return isUtf8(Buffer.from(bytes, 'latin1'));
}
