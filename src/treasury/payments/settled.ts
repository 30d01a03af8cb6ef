/** What a status of a payment means for the merchant (001 States). A status that is not known here counts as open. */

/** Statuses in which the request is settled: credited, refunded or accepted. */
const SETTLED: ReadonlySet<string> = new Set([
  'Completed',
  'PartiallyCompleted',
  'Partially completed',
  'ManuallyCompletedWithRefund',
  'ManuallyCompletedWithRetry',
  'ManuallyCompletedAmountAcceptable',
  'CompletedWithExcessRefund',
]);

/** Whether nothing more is to be done about it. A request that nobody paid in time is over too, as long as no money comes. */
export function isSettled(status: string): boolean {
  return SETTLED.has(status);
}

/** Whether watching it any longer makes no sense: a late deposit may still complete one that has failed, but nobody waits for it. */
export function isOver(status: string): boolean {
  return isSettled(status) || status === 'Failed';
}

/** Whether what was deposited went back to the payer, as a whole or what was too much of it. */
export function isRefunded(status: string): boolean {
  return status === 'ManuallyCompletedWithRefund' || status === 'CompletedWithExcessRefund';
}

/** The commands that settle one on which a person must decide (001 States 3 to 6). */
export function waysToSettle(id: string): string {
  return `\`sluice pay intents accept ${id}\`, \`sluice pay intents retry ${id}\`, or a refund (\`sluice pay refunds quote ${id}\`); or wait for a further deposit`;
}
