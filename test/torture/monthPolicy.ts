import { publicKeyOf } from '../../src/treasury/approvals/signature.ts';
import { keyOf } from '../daemon/treasury/treasuryBench.ts';

/** What the treasury of a month may do: little by itself, the rest with a second person. */
export function monthPolicy(): string {
  return `
people:
  anna: { keys: ['${publicKeyOf(keyOf('anna'))}'] }
  ben: { keys: ['${publicKeyOf(keyOf('ben'))}'] }
groups: { owners: [anna, ben] }
book: { approve: nobody, cooling: 0s }
change: { approve: [{ need: 1, of: owners }], after: 24h }
rules:
  - { name: too much, if: { kind: withdrawal, window: [{ last: 24h, above: 2 BTC }] }, then: deny }
  - { name: small, if: { kind: withdrawal, amount: { atMost: 0.01 BTC } }, then: allow }
  - { name: inside, if: { kind: conversion }, then: allow }
  - { name: paid out, if: { kind: payout }, then: allow }
  - { name: all else, then: { approve: [{ need: 1, of: owners }], expires: 24h } }
`;
}
