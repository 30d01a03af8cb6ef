import type { AddressEntry } from '../../../src/model/addressEntry.ts';

export const AT = Date.parse('2026-11-23T09:00:00Z');

export const BITCOIN = { currency: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: undefined };
export const ETHER = { currency: 'ETH', network: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tag: undefined };
export const RIPPLE = { currency: 'XRP', network: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag: '7' };

export function anEntry(change: Partial<AddressEntry> = {}): AddressEntry {
  return {
    id: 'A-01J000000000000000000000AA',
    name: 'cold-1',
    destination: BITCOIN,
    labels: ['vault'],
    beneficiary: undefined,
    requestedBy: 'anna',
    requestedAt: AT,
    approvals: [],
    allowedFrom: undefined,
    removedAt: undefined,
    ...change,
  };
}
