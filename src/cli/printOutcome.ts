import type { Conversion } from '../model/conversion.ts';
import type { Shell } from './shell.ts';

interface Outcome {
  readonly outcome: string;
  readonly conversion?: Conversion;
  readonly [field: string]: unknown;
}

/** Prints the outcome of an order or a conversion: one object in JSON, else one line. */
export async function printOutcome(shell: Shell, { conversion, ...outcome }: Outcome): Promise<void> {
  const { jsonForPeople } = await import('../base/json.ts');
  const shown = conversion === undefined ? outcome : { ...outcome, ...conversionText(conversion) };
  if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
    shell.out.write(`${jsonForPeople(shown, shell.options.output === 'json' && shell.out.isTTY === true ? 2 : undefined)}\n`);
    return;
  }
  const fields = Object.entries(shown).filter(
    ([name, value]) => name !== 'outcome' && value !== null && value !== undefined && value !== false,
  );
  shell.out.write(`${outcome.outcome}  ${fields.map(([name, value]) => `${name} ${String(value)}`).join('  ')}\n`);
}

function conversionText({ id, fromCurrency, toCurrency, fromAmount, toAmount, rate }: Conversion): Record<string, string> {
  return {
    conversionId: id,
    fromCurrency,
    toCurrency,
    fromAmount: fromAmount.toFixed(),
    toAmount: toAmount.toFixed(),
    rate: rate.toFixed(),
  };
}
