import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { quoteText } from '../control/controlMessages.ts';
import { stateDirectory } from '../daemon/stateDirectory.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import type { VenueQuote } from './venue.ts';

/** A quote as it is stored, with every value as text. */
export type QuoteText = ReturnType<typeof quoteText>;

const MOST_KEPT = 50;

/** Stores a quote in the state directory, so that `convert execute ID` finds the details by the id. */
export async function keepQuote(shell: Shell, quote: VenueQuote): Promise<void> {
  const file = await fileOf(shell);
  const kept: QuoteText = quoteText({
    id: quote.id,
    fromCurrency: quote.fromCurrency,
    toCurrency: quote.toCurrency,
    fromAmount: quote.amountFrom,
    toAmount: quote.amountTo,
    rate: quote.rate,
    quotedAt: quote.occuredOn,
    validTo: quote.validTo,
  });
  stateDirectory(dirname(file));
  const all = [kept, ...keptQuotes(file).filter(({ id }) => id !== quote.id)].slice(0, MOST_KEPT);
  // Another process may write it as well.
  const draft = `${file}.${process.pid}.new`;
  // Made anew each time: nobody's link is followed.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

/** The stored quote with this id. Rejects with a `Fault` `not-found`. */
export async function keptQuote(shell: Shell, id: string): Promise<QuoteText> {
  const found = keptQuotes(await fileOf(shell)).find((quote) => quote['id'] === id);
  if (found !== undefined) return found;
  throw new Fault('not-found', `there is no quote ${id} in the state directory`, { suggestion: 'ask for one with `sluice convert quote`' });
}

function keptQuotes(file: string): readonly QuoteText[] {
  if (!existsSync(file)) return [];
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(kept)) return kept as QuoteText[];
  } catch (error) {
    throw new Fault('store', `${file} can't be read: ${diskReason(error)}`, {
      suggestion: 'remove the file; it holds only quotes, which expire within seconds',
    });
  }
  return [];
}

async function fileOf(shell: Shell): Promise<string> {
  return join(stateOf(shell, await settingsOf(shell)), 'quotes.json');
}
