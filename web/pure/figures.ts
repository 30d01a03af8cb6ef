/** Figures as people read them. Money comes as text and stays text: it is cut and grouped by its digits, never through a binary float. */

const FIGURE = /^([+-]?)(\d+)(?:\.(\d+))?$/;
const MINUS = '\u2212';

interface Digits {
  readonly isNegative: boolean;
  /** The number without its sign, times ten to the power of `places`. */
  readonly units: bigint;
  readonly places: number;
}

function digitsOf(text: string): Digits | undefined {
  const match = FIGURE.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  return { isNegative: sign === '-', units: BigInt(whole + fraction), places: fraction.length };
}

function textOf({ isNegative, units, places }: Digits): string {
  const digits = units.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`;
  return `${isNegative && units > 0n ? MINUS : ''}${whole}${fraction}`;
}

/** `278174.51` as `278,174.51`. What is no figure is shown as it is. */
export function groupedFigure(text: string): string {
  const digits = digitsOf(text);
  return digits === undefined ? text : textOf(digits);
}

/** The figures of a text such as `20000 EUR`, each grouped. */
export function groupedText(text: string): string {
  return text.split(' ').map(groupedFigure).join(' ');
}

/** The figure with so many places, rounded to the nearest, halves away from zero. */
export function roundedFigure(text: string, places: number): string {
  const digits = digitsOf(text);
  return digits === undefined ? text : textOf(rounded(digits, places));
}

function rounded({ isNegative, units, places }: Digits, wanted: number): Digits {
  if (places <= wanted) return { isNegative, units: units * 10n ** BigInt(wanted - places), places: wanted };
  const step = 10n ** BigInt(places - wanted);
  return { isNegative, units: (units + step / 2n) / step, places: wanted };
}

/** So many digits tell a person enough of a figure that was computed; the whole of it is in the title. */
const ENOUGH_DIGITS = 8;

/** A figure that was computed, such as an average, with as many digits as a person reads: whole ones all, and no zeros at the end. */
export function shortFigure(text: string): string {
  const digits = digitsOf(text);
  if (digits === undefined) return text;
  const whole = digits.units / 10n ** BigInt(digits.places);
  const places = Math.max(2, ENOUGH_DIGITS - (whole === 0n ? 0 : whole.toString().length));
  const shown = roundedFigure(text, Math.min(places, digits.places));
  return shown.includes('.') ? shown.replace(/\.?0+$/, '') : shown;
}

/** Whether the figure is above, below or at zero. Undefined for what is no figure. */
export function signOfFigure(text: string): -1 | 0 | 1 | undefined {
  const digits = digitsOf(text);
  if (digits === undefined) return undefined;
  if (digits.units === 0n) return 0;
  return digits.isNegative ? -1 : 1;
}

/** The exact sum, as text without grouping. What is no figure counts nothing. */
export function sumOfFigures(texts: readonly string[]): string {
  const all = texts.flatMap((text) => digitsOf(text) ?? []);
  const places = Math.max(0, ...all.map((digits) => digits.places));
  const total = all.reduce((sum, { isNegative, units, places: own }) => {
    const scaled = units * 10n ** BigInt(places - own);
    return isNegative ? sum - scaled : sum + scaled;
  }, 0n);
  return plainText(total, places);
}

/** The exact difference `a` less `b`, as text without grouping. */
export function differenceOfFigures(a: string, b: string): string {
  return sumOfFigures([a, b.startsWith('-') ? b.slice(1) : `-${b.replace(/^\+/, '')}`]);
}

/** The exact product, as text without grouping. `0` when one of them is no figure. */
export function productOfFigures(a: string, b: string): string {
  const [left, right] = [digitsOf(a), digitsOf(b)];
  if (left === undefined || right === undefined) return '0';
  const units = left.units * right.units;
  return plainText(left.isNegative === right.isNegative ? units : -units, left.places + right.places);
}

function plainText(units: bigint, places: number): string {
  const text = textOf({ isNegative: false, units: units < 0n ? -units : units, places }).replaceAll(',', '');
  return units < 0n ? `-${text}` : text;
}

/** Whether nothing is left of it. */
export function isZeroFigure(text: string): boolean {
  return signOfFigure(text) === 0;
}

/** The figure without its sign. */
export function amountOfFigure(text: string): string {
  return text.replace(/^[+-]/, '');
}

/** How much of the limit is used, from 0 to 100, for the length of a bar; 0 when there is no limit. */
export function shareOfLimit(used: string, limit: string): number {
  const [part, whole] = [digitsOf(used), digitsOf(limit)];
  if (part === undefined || whole === undefined || whole.units === 0n) return 0;
  const places = Math.max(part.places, whole.places);
  const scaled = (digits: Digits): bigint => digits.units * 10n ** BigInt(places - digits.places);
  const perMille = (scaled(part) * 1000n) / scaled(whole);
  return Number(perMille > 1000n ? 1000n : perMille) / 10;
}
