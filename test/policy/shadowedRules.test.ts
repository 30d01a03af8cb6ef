import { expect, it } from 'vitest';
import { shadowedRules } from '../../src/policy/shadowedRules.ts';
import { policyOf } from './room.ts';

const isShadowed = (wide: string, narrow: string): boolean =>
  shadowedRules(policyOf([`{ name: wide, if: ${wide}, then: allow }`, `{ name: narrow, if: ${narrow}, then: deny }`])).length === 1;

it.each([
  ['{}', '{ currency: EUR }'],
  ['{ currency: [EUR, BTC] }', '{ currency: EUR, kind: payout }'],
  ['{ destination: any in book }', '{ destination: ada }'],
  ['{ initiator: finance }', '{ initiator: [ben, cleo] }'],
  ['{ amount: { atMost: 100 EUR } }', '{ amount: { atMost: 99 EUR } }'],
  ['{ amount: { above: 50 EUR } }', '{ amount: { above: 50 EUR, atMost: 60 EUR } }'],
  ['{ window: [{ last: 24h, atMost: 5 EUR }] }', '{ window: [{ last: 1h, atMost: 1 EUR }, { last: 24h, atMost: 4 EUR }] }'],
  ['{ hours: { days: [Mon, Tue], zone: UTC } }', '{ hours: { days: [Mon..Tue], zone: UTC } }'],
  ['{ fee: { atMost: 2% } }', '{ fee: { atMost: 1% }, network: SEPA }'],
  ['{ share: { above: 1% } }', '{ share: { above: 2% } }'],
  ['{ balance: { floor: 5 EUR } }', '{ balance: { floor: 5.00 EUR } }'],
])('%s leaves nothing to %s', (wide, narrow) => {
  expect(isShadowed(wide, narrow)).toBe(true);
});

it.each([
  ['{ currency: EUR }', '{}'],
  ['{ currency: EUR }', '{ currency: [EUR, BTC] }'],
  ['{ destination: ada }', '{ destination: any in book }'],
  ['{ initiator: finance }', '{ initiator: anna }'],
  ['{ amount: { atMost: 99 EUR } }', '{ amount: { atMost: 100 EUR } }'],
  ['{ amount: { atMost: 99 EUR } }', '{ amount: { atMost: 1 BTC } }'],
  ['{ amount: { above: 99 EUR } }', '{ amount: { atMost: 1 EUR } }'],
  ['{ window: [{ last: 24h, atMost: 5 EUR }] }', '{ window: [{ last: 24h, atMost: 5 EUR, per: everything }] }'],
  ['{ fee: { atMost: 2% } }', '{ fee: { atMost: 1 EUR } }'],
  ['{ hours: { days: Mon, zone: UTC } }', '{ hours: { days: Mon, zone: Europe/Berlin } }'],
])('%s leaves something to %s', (wide, narrow) => {
  expect(isShadowed(wide, narrow)).toBe(false);
});
