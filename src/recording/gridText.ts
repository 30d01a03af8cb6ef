import { Decimal } from '../base/decimal.ts';
import type { Grid } from '../model/grid.ts';

const MOST_KEPT = 50_000;

/**
 * Writes ticks and lots as exact decimals without trailing zeros, such as `61234.5`. Prices and amounts repeat, so the last texts
 * are cached.
 */
export class GridText {
  readonly #grid: Grid;
  readonly #prices = new Map<number, string>();
  readonly #amounts = new Map<number, string>();

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  price(ticks: number): string {
    return kept(this.#prices, ticks, () => decimalText(BigInt(ticks), this.#grid.precision));
  }

  amount(lots: number): string {
    return kept(this.#amounts, lots, () => decimalText(BigInt(lots) * BigInt(this.#grid.lotUnits), this.#grid.lotDecimals));
  }
}

function kept(texts: Map<number, string>, steps: number, write: () => string): string {
  let text = texts.get(steps);
  if (text !== undefined) return text;
  if (texts.size >= MOST_KEPT) texts.clear();
  text = write();
  texts.set(steps, text);
  return text;
}

/** `units * 10^-decimals`, for units of zero or more. */
function decimalText(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Why a text is not a value on the grid. */
export type NotOnGrid = { readonly problem: string };

/** A price as whole ticks. */
export function ticksOfText(grid: Grid, text: string): number | NotOnGrid {
  const units = unitsOf(text, grid.precision);
  if (typeof units === 'object') return units;
  return units === undefined ? { problem: `is no multiple of ${grid.tick.toFixed()}` } : whole(units);
}

/** An amount as whole lots. */
export function lotsOfText(grid: Grid, text: string): number | NotOnGrid {
  const units = unitsOf(text, grid.lotDecimals);
  if (typeof units === 'object') return units;
  const step = BigInt(grid.lotUnits);
  const isMultiple = units !== undefined && units % step === 0n;
  return isMultiple ? whole(units / step) : { problem: `is no multiple of ${grid.lot.toFixed()}` };
}

function whole(steps: bigint): number | NotOnGrid {
  if (steps === 0n) return { problem: 'is not above 0' };
  return steps <= Number.MAX_SAFE_INTEGER ? Number(steps) : { problem: 'is too large: at most 2^53 - 1 steps of its grid are possible' };
}

/** The value times 10^decimals. Undefined when that is not a whole number. */
function unitsOf(text: string, decimals: number): bigint | undefined | NotOnGrid {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(plainOf(text));
  if (match === null) return { problem: 'is not a decimal number above 0, like 61234.5' };
  const fraction = match[2] ?? '';
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(match[1]! + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Turns the notation `1e-7`, in which programs write small numbers, into a plain decimal. */
function plainOf(text: string): string {
  return /^\d{1,40}(?:\.\d{1,40})?e[+-]?\d{1,2}$/i.test(text) ? new Decimal(text).toFixed() : '';
}
