import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { type EntrySums, readEntrySums, type SavedEntrySums, writeEntrySums } from './entrySums.ts';

/** A UTC day of trading, as losses are counted in it. By strategy, and by market where it has several, including those that are gone. */
export interface TradingDay {
  readonly day: number;
  readonly currency: string;
  /** What each had made before the day. */
  readonly made: Map<string, Decimal>;
  /** What was entered in each position until its `made` was worked out. */
  readonly entered: Map<string, EntrySums>;
}

/** What each has made in a day. */
export interface DayProfit extends TradingDay {
  readonly today: Map<string, Decimal>;
}

/** What is kept beside a day: what each has made in it, and the day before it. */
export interface Today extends Pick<DayProfit, 'day' | 'currency' | 'today'> {
  readonly former: DayProfit | undefined;
}

type Texts = Readonly<Record<string, string>>;

interface SavedDay {
  readonly day: number;
  readonly currency: string;
  readonly made: Texts;
  readonly entered?: SavedEntrySums;
}

interface SavedToday {
  readonly day: number;
  readonly currency: string;
  readonly today: Texts;
  readonly former?: SavedDay & { readonly today: Texts };
}

export function writeDay(day: TradingDay): string {
  return JSON.stringify(savedOf(day));
}

/** Undefined for a text that can't be read. */
export function readDay(text: string): TradingDay | undefined {
  try {
    return dayOf(JSON.parse(text) as SavedDay);
  } catch {
    return undefined;
  }
}

export function writeToday({ day, currency, today, former }: Today): string {
  const before = former && { ...savedOf(former), today: textsOf(former.today) };
  const saved: SavedToday = { day, currency, today: textsOf(today), ...(before && { former: before }) };
  return JSON.stringify(saved);
}

/** Undefined for a text that can't be read. */
export function readToday(text: string): Today | undefined {
  try {
    const { day, currency, today, former } = JSON.parse(text) as SavedToday;
    const before = former && dayOf(former);
    return { day, currency, today: amountsOf(today), former: before && { ...before, today: amountsOf(former.today) } };
  } catch {
    return undefined;
  }
}

function savedOf({ day, currency, made, entered }: TradingDay): SavedDay {
  return { day, currency, made: textsOf(made), ...writeEntrySums(entered) };
}

function dayOf({ day, currency, made, entered }: SavedDay): TradingDay | undefined {
  if (!Number.isInteger(day) || typeof currency !== 'string') return undefined;
  return { day, currency, made: amountsOf(made), entered: readEntrySums(entered) };
}

function textsOf(amounts: ReadonlyMap<string, Decimal>): Texts {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toFixed()]));
}

function amountsOf(texts: Texts): Map<string, Decimal> {
  const entries = Object.entries(texts).map(([name, text]) => [name, decimalFrom(text)] as const);
  return new Map(entries.flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount] as const])));
}
