import { groupedFigure } from './figures.ts';
import { plainName, plainValue } from './plainDetail.ts';

type Members = Readonly<Record<string, unknown>>;

/** What happened in a run, in the words of the event log. `text` is what the run's file has of it, as JSON. */
export function runEventText({ type, text }: { readonly type: string; readonly text: string }): string {
  const members = membersOf(text);
  if (members === undefined) return text;
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]!(members) : listText(members);
  const { strategy } = members;
  return typeof strategy === 'string' ? `${strategy}: ${words}` : words;
}

const WORDS: Readonly<Record<string, (members: Members) => string>> = {
  fill: (of) =>
    `filled ${orderText(of)}, fee ${figure(of['fee'])} ${word(of['feeCurrency'])} (${word(of['feeType'])}), order ${word(of['order'])}`,
  place: (of) => `places ${orderText(of)} as order ${word(of['order'])}`,
  replace: (of) => `replaces order ${word(of['order'])} by ${orderText(of)}`,
  cancel: (of) => `cancels order ${word(of['order'])} of ${word(of['symbol'])}`,
  refused: (of) => `refused by ${word(of['rule'])}: ${word(of['message'])}`,
  'order-opened': (of) => `order ${word(of['order'])} is open: ${figure(of['amount'])} at ${figure(of['price'])}`,
  'order-replaced': (of) =>
    `order ${word(of['order'])} was replaced by ${word(of['newOrderId'])}: ${figure(of['amount'])} at ${figure(of['price'])}`,
  'order-closed': (of) => `order ${word(of['order'])} is closed: ${word(of['end'])}, ${figure(of['filled'])} were executed`,
  'intent-refused': (of) => `the venue refused a ${word(of['kind'])}: ${word(of['message'])}`,
  'cancel-accepted': (of) => `the cancel of order ${word(of['order'])} was taken`,
  'cancel-failed': (of) => `the cancel of order ${word(of['order'])} did not take: ${word(of['reason'])}`,
  'strategy-state': (of) => `is ${word(of['state'])}`,
  'market-warning': (of) => `${word(of['symbol'])}: ${word(of['detail'])}`,
};

function orderText({ side, amount, symbol, price }: Members): string {
  return `${word(side)} ${figure(amount)} ${word(symbol)}${price === undefined ? '' : ` at ${figure(price)}`}`;
}

function listText(members: Members): string {
  const named = Object.entries(members).filter(([name, value]) => name !== 'strategy' && value !== null);
  return named.map(([name, value]) => `${plainName(name)} ${plainValue(value)}`).join(', ');
}

function figure(value: unknown): string {
  return groupedFigure(word(value));
}

function word(value: unknown): string {
  return value === undefined ? '–' : plainValue(value);
}

function membersOf(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}
