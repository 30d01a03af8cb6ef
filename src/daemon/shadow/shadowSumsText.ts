import type { ShadowStatus, ShadowSums } from './shadowStatus.ts';

type Both = Pick<ShadowStatus, 'name' | 'champion' | 'currency'>;

/** What both came to in the fill model, and what the champion has really earned, for people. */
export function shadowSumsText({ name, champion, currency }: Both, { champion: its, challenger, live, hours }: ShadowSums): string {
  const money = shadowMoney(currency);
  const really = live === undefined ? '' : ` (really ${money(live)})`;
  return `${champion} ${money(its)}${really}, ${name} ${money(challenger)} in ${hours} h`;
}

/** A profit is a statistic, and shown with the digits that tell something. */
export function shadowMoney(currency: string): (value: number) => string {
  return (value) => `${Number(value.toPrecision(6))} ${currency}`;
}
