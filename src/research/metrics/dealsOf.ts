import type { Instant } from '../../base/instant.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { BandRun, RunFill } from '../runRecord.ts';

/** A fill or a conversion, and when the strategy knew of it. */
export type Deal =
  | { readonly type: 'fill'; readonly at: Instant; readonly filled: RunFill }
  | { readonly type: 'conversion'; readonly at: Instant; readonly conversion: Conversion };

/** All that was traded, in the order in which it was known. Each fill is made only when it is reached. */
export function* dealsOf({ fills, conversions }: Pick<BandRun, 'fills' | 'conversions'>): Generator<Deal> {
  const rest = conversions.toSorted((a, b) => a.executedAt - b.executedAt);
  let next = 0;
  for (const filled of fills) {
    const at = filled.fill.receivedAt;
    for (; next < rest.length && rest[next]!.executedAt <= at; next++) yield converted(rest[next]!);
    yield { type: 'fill', at, filled };
  }
  for (; next < rest.length; next++) yield converted(rest[next]!);
}

function converted(conversion: Conversion): Deal {
  return { type: 'conversion', at: conversion.executedAt, conversion };
}
