import { Fault } from '../base/fault.ts';
import { quoted } from './quoted.ts';

type Texts = Readonly<Record<string, string>>;

/** By operation, the command that does the same by journal and risk checks. */
const CHECKED: Readonly<Record<string, (texts: Texts) => readonly string[]>> = {
  'exchange.orders.place': (texts) => ['orders place', ...optionsOf(texts, ['symbol', 'type', 'side', 'amount', 'price'])],
  'exchange.orders.replace': (texts) => ['orders replace', texts['orderId'] ?? '', ...optionsOf(texts, ['amount', 'price'])],
  'exchange.conversions.execute': ({ fromCurrency = '', toCurrency = '', fromAmount = '' }) => [
    'convert execute',
    ...optionsOf({ from: fromCurrency, to: toCurrency, 'from-amount': fromAmount }, ['from', 'to', 'from-amount']),
  ],
};

export function hasCheckedCommand(operation: string): boolean {
  return Object.hasOwn(CHECKED, operation);
}

/** Why an operation that trades is not called as it is, with the command that goes by the checks. */
export function goesPastChecks(operation: string, texts: Texts): Fault {
  const checked = CHECKED[operation]!(texts).join(' ');
  return new Fault(
    'refused',
    `${operation} trades, and sent as it is it would go past every risk check, and \`sluice kill\` would not cancel it`,
    {
      outcome: 'not-sent',
      suggestion: `use \`sluice ${checked}\`; with --raw and --yes it is sent as it is`,
    },
  );
}

function optionsOf(texts: Texts, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => (texts[name] === undefined ? [] : [`--${name}`, quoted(texts[name])]));
}
