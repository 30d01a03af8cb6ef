import { dec } from '../base/decimal.ts';
import { conversionTerms, type QuoteLimit } from '../treasury/moves/conversionTerms.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import type { Shell } from './shell.ts';
import { withTreasury } from './treasuryWay.ts';

export interface ConversionWish {
  readonly from: string;
  readonly into: string;
  /** Which side `amount` is. */
  readonly exact: 'from' | 'to';
  readonly amount: string;
  readonly worst: string | undefined;
  /** A share of 1. */
  readonly slippage: string | undefined;
  /** By the order book where that brings more when it is sent. */
  readonly isBest: boolean;
}

const SLIPPAGE = '0.01';

/** A conversion as an order has it: with what it may cost, or has to bring, in digits. */
export async function conversionOrder(shell: Shell, wish: ConversionWish): Promise<MoveOrderText['payments'][number]> {
  const { from, into, exact } = wish;
  const { amount, conversion } = conversionTerms(exact, dec(wish.amount), await limitOf(shell, wish));
  return {
    currency: from,
    amount: amount.toFixed(),
    target: into,
    conversion: { exact, toAmount: conversion.toAmount.toFixed(), ...(wish.isBest && { by: 'best' }) },
  };
}

async function limitOf(shell: Shell, { from, into, exact, amount, worst, slippage = SLIPPAGE }: ConversionWish): Promise<QuoteLimit> {
  if (worst !== undefined) return { worst: dec(worst) };
  const { fromAmount, toAmount } = await withTreasury(shell, (calls) => calls.quote({ from, to: into, exact, amount }));
  return { slippage: dec(slippage), quoted: { fromAmount: dec(fromAmount), toAmount: dec(toAmount) } };
}
