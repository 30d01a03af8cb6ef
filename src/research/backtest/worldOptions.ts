import { fillModels } from '../../loading/fillModels.ts';
import { latencyOf } from '../../loading/latencyOf.ts';
import { openingBalances } from '../../loading/openingBalances.ts';
import { orderRate } from '../../loading/orderRate.ts';
import { pollsOf } from '../../loading/pollsOf.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { RunLatency } from '../runRecord.ts';
import type { BandOptions } from './backtestOptions.ts';

/** The world of a band as a configuration describes it: account, fees, latency, polls, fill models. */
export function worldOptions(settings: Settings, symbols: number, latency: RunLatency = latencyOf(settings)): Omit<BandOptions, 'engine'> {
  const { fees, conversion } = settings.backtest;
  return {
    balances: openingBalances(settings),
    fees,
    latency,
    poll: pollsOf(settings),
    rate: orderRate(settings, symbols),
    models: fillModels(settings),
    conversion: { spreadBps: conversion.spreadBps, validForMs: conversion.validFor },
    onStop: settings.risk.onStop,
  };
}
