import { exactDuration } from '../base/instant.ts';
import { isDecimal } from '../base/decimal.ts';
import type { Settings } from './loadSettings.ts';
import { fieldAt } from './fields.ts';
import type { ResolvedSecret } from './secrets.ts';
import { sections } from './schema.ts';

/** The settings in force as plain data. Money and durations look as in the file; of secrets, only origin and length are shown. */
export function showSettings(settings: Settings): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(sections) as (keyof typeof sections)[]) {
    const value = plain(name === 'strategies' ? { ...settings.strategies, ...settings.shadows } : settings[name], [name]);
    if (value !== undefined) shown[name] = value;
  }
  const { backtest } = shown as { readonly backtest: { readonly latency: Record<string, unknown> } };
  if (settings.fittedLatency !== undefined) backtest.latency[FITTED_TO] = settings.fittedLatency.requests;
  return shown;
}

/** The key that is shown beside a fitted latency: the number of requests that it was fitted to. */
export const FITTED_TO = 'requests';

function plain(value: unknown, path: readonly string[]): unknown {
  const kind = fieldAt(path)?.meta?.kind;
  if (isSecret(value)) return `set (${value.origin}, ${value.secret.reveal().length} chars)`;
  if (kind === 'duration') return exactDuration(value as number);
  if (isDecimal(value)) return kind === 'percent' ? `${value.mul(100).toFixed()}%` : value.toFixed();
  if (kind === 'amount' && value !== undefined) return amountSource(value as { amount: unknown; currency: string });
  if (Array.isArray(value)) return value.map((item, index) => plain(item, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, plain(inner, [...path, name])] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

function isSecret(value: unknown): value is ResolvedSecret {
  return typeof value === 'object' && value !== null && 'secret' in value && 'origin' in value;
}

function amountSource({ amount, currency }: { amount: unknown; currency: string }): string {
  return `${isDecimal(amount) ? amount.toFixed() : ''} ${currency}`;
}
