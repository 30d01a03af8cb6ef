import { tradedText } from '../../model/tradedMarkets.ts';
import { type Html, html } from '../../base/html.ts';
import { durationText, isoOf } from '../../base/instant.ts';
import type { RunLatency, RunManifest } from '../runRecord.ts';
import { percentText } from './chart.ts';
import { digits } from './figureText.ts';
import { openingText } from './openingText.ts';

/** The inputs of the run. The same inputs give the same report. */
export function inputsTable(manifest: RunManifest): Html {
  const { id, from, to, snapshots, pollMs, data, code, config, seed, versions, latency, currency, strategies, opening } = manifest;
  const facts: readonly (readonly [string, string])[] = [
    ['Run', id],
    ['Recorded', `${isoOf(from)} to ${isoOf(to)} (${durationText(to - from)})`],
    ['Books', digits(snapshots, 0)],
    ...Object.entries(pollMs).map(([symbol, ms]) => [`Poll interval of ${symbol}`, `${durationText(ms)} (median)`] as const),
    ['Latency', latencyText(latency)],
    ['Currency', currency],
    ...(opening === undefined ? [] : [['Opening balances', openingText(opening)] as const]),
    ['Seed', seed],
    ['Configuration', config],
    ...Object.entries(data).map(([symbol, hash]) => [`Data of ${symbol}`, hash] as const),
    ...Object.entries(code).map(([name, hash]) => [`Code of ${name}`, hash] as const),
    ...strategies.map((one) => [`Strategy ${one.name}`, `${one.use} on ${tradedText(one)}${paramsText(one.params)}`] as const),
    ...Object.entries(versions).map(([name, version]) => [`Version of ${name}`, version] as const),
  ];
  return html`<dl class="inputs">
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd> `,
    )}
  </dl>`;
}

function latencyText({ entryMs, responseMs, fitted }: RunLatency): string {
  const ways = `${digits(entryMs, 0)} ms to the venue, ${digits(responseMs, 0)} ms back`;
  if (fitted === undefined) return ways;
  return `${ways}: ${percentText(fitted.quantile)} of ${digits(fitted.requests, 0)} real requests took no longer`;
}

function paramsText(params: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return pairs.length === 0 ? '' : `: ${pairs.join(', ')}`;
}
