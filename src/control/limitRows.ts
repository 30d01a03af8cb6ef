import { dec, type Decimal } from '../base/decimal.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { LimitRow } from './contract/controlReplies.ts';

/** The limits on risk that are set: those with a use first, then those of a single order. */
export function limitRows({ trader, settings }: Pick<Daemon, 'trader' | 'settings'>): readonly LimitRow[] {
  const { maxOrderValue, priceCollar, staleAfter } = settings.risk;
  const used = trader.snapshot().risk.map(({ limit, ...use }) => ({ limit: `risk.${limit}`, ...use }));
  return [
    ...used,
    ...(maxOrderValue === undefined ? [] : [ofOne('maxOrderValue', maxOrderValue.amount, maxOrderValue.currency)]),
    ofOne('priceCollar', priceCollar, 'of the mid'),
    ofOne('staleAfter', dec(staleAfter), 'ms'),
  ];
}

function ofOne(name: string, most: Decimal, unit: string): LimitRow {
  return { limit: `risk.${name}`, used: undefined, most, unit };
}
