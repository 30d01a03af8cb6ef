import { type Book, showLevels } from '../model/book.ts';
import { shownValue } from '../base/shownValue.ts';
import { addLevel, type SnapshotReader, timeProblem } from './snapshotReader.ts';

const FIELDS = ['receivedAt', 'exchangeAt', 'bids', 'asks'] as const;

/** Reads lines as `exportJsonLines` writes them. */
export function jsonLinesReader(): SnapshotReader {
  return { hasHeader: false, header: () => undefined, read };
}

function read(line: string, into: Book): string | undefined {
  let raw: Readonly<Record<string, unknown>>;
  try {
    raw = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return `${JSON.stringify(line.slice(0, 80))} is not JSON`;
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return `expected an object with ${FIELDS.join(', ')}`;
  const unknown = Object.keys(raw).find((key) => !(FIELDS as readonly string[]).includes(key));
  if (unknown !== undefined) return `${shownValue(unknown)} is not a field of a snapshot: expected ${FIELDS.join(', ')}`;
  const { receivedAt, exchangeAt } = raw;
  const problem = timeProblem('receivedAt', receivedAt) ?? timeProblem('exchangeAt', exchangeAt);
  if (problem !== undefined) return problem;
  into.receivedAt = receivedAt as number;
  into.exchangeAt = exchangeAt as number;
  return readSide(raw['bids'], into, 'bids') ?? readSide(raw['asks'], into, 'asks');
}

function readSide(levels: unknown, into: Book, name: 'bids' | 'asks'): string | undefined {
  showLevels(into[name], 0, 0);
  if (!Array.isArray(levels)) return `${name} is ${shownValue(levels)}: expected a list of levels`;
  for (const [i, level] of (levels as readonly unknown[]).entries()) {
    const isLevel = Array.isArray(level) && level.length === 2 && typeof level[0] === 'string' && typeof level[1] === 'string';
    if (!isLevel) return `${name}[${i}] is ${shownValue(level)}: expected ["PRICE","AMOUNT"], both as texts`;
    const [price, amount] = level as [string, string];
    const problem = addLevel(into, name, price, amount);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
