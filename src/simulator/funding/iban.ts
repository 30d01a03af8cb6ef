import type { Random } from '../../base/random.ts';

/** Whether the check digits of an IBAN are right (ISO 13616: the remainder modulo 97 is 1). Blanks between groups are ignored. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainder(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** A valid German IBAN that belongs to nobody. */
export function makeIban(random: Random): string {
  const account = Array.from({ length: 18 }, () => random.int(10)).join('');
  return `DE${String(98 - remainder(`${account}DE00`)).padStart(2, '0')}${account}`;
}

function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
