import { openingBalances } from '../../loading/openingBalances.ts';
import { fillModels } from '../../loading/fillModels.ts';
import { latencyOf } from '../../loading/latencyOf.ts';
import { orderRate } from '../../loading/orderRate.ts';
import { unseenAfter } from '../../loading/unseenAfter.ts';
import { polledSymbols } from '../polledSymbols.ts';
import { pollsOf } from '../../loading/pollsOf.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { PaperAccountOptions } from './paperAccount.ts';

/** The settings of a paper account: those of a backtest with the same configuration. */
export function paperSettings(settings: Settings): Omit<PaperAccountOptions, 'clock' | 'journal' | 'fillLog' | 'state' | 'startedAt'> {
  const { backtest, simulator } = settings;
  const { fees, conversion } = backtest;
  const symbols = polledSymbols(settings);
  return {
    symbols,
    balances: openingBalances(settings),
    fees,
    latency: latencyOf(settings),
    unseenAfterMs: unseenAfter(settings, symbols.length),
    poll: pollsOf(settings),
    rate: orderRate(settings, symbols.length),
    conversion: { spreadBps: conversion.spreadBps, validForMs: conversion.validFor },
    model: fillModels(settings).fitted,
    seed: simulator.seed,
  };
}
