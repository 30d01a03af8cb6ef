import { generateKeyPairSync } from 'node:crypto';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS, instantOf } from '../../src/base/instant.ts';
import { publicKeyText } from '../../src/model/publicKey.ts';
import { decide } from '../../src/policy/decide.ts';
import type { Decision } from '../../src/policy/decision.ts';
import type { Policy } from '../../src/policy/policy.ts';
import type { BookEntry, Outflow, PolicyFacts, PolicyRequest } from '../../src/policy/policyRequest.ts';
import { parsePolicy } from '../../src/settings/policyFile.ts';

export function newPublicKey(): string {
  return publicKeyText(generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
}

const PEOPLE = ['anna', 'ben', 'cleo', 'dan'].map((name) => `  ${name}: { keys: ['${newPublicKey()}'] }\n`).join('');

/** The beginning of every policy of these tests: two owners, three people of finance, one of them in both groups. */
export const HEAD = `people:
${PEOPLE}  robot: {}
groups: { owners: [anna, ben], finance: [ben, cleo, dan] }
change: { approve: [{ need: 1, of: owners }] }
`;

/** A policy from its rules, each as YAML on one line, and more sections. */
export function policyOf(rules: readonly string[], more = ''): Policy {
  return parsePolicy(`${HEAD}${more}rules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`, 'policy.yaml').policy;
}

/** A policy whose one rule allows what meets these conditions. */
export function allowing(conditions: string, more = ''): Policy {
  return policyOf([`{ name: only, if: ${conditions}, then: allow }`], more);
}

/** Monday, 08:00 in Berlin. */
export const NOW = instantOf('2026-11-23T07:00:00Z')!;

export const ADA: PolicyRequest['destination'] = { currency: 'EUR', network: 'SEPA', address: 'DE02120300000000202051', tag: undefined };
export const ENTRY: BookEntry = { name: 'ada', labels: ['suppliers'], state: 'allowed', allowedFrom: NOW - 1, isProven: true };

export function requestOf({ amount = '100', fee, ...given }: RequestParts = {}): PolicyRequest {
  const plain = { kind: 'withdrawal', currency: 'EUR', destination: ADA, entry: ENTRY, initiator: 'anna', at: NOW } as const;
  return { ...plain, ...given, amount: dec(amount), fee: fee === null ? undefined : dec(fee ?? '1') };
}

export interface RequestParts extends Partial<Omit<PolicyRequest, 'amount' | 'fee'>> {
  readonly amount?: string;
  /** Null for one that is not known. */
  readonly fee?: string | null;
}

export function outflowOf({ amount, ...given }: Partial<Omit<Outflow, 'amount'>> & { readonly amount: string }): Outflow {
  const plain = { kind: 'withdrawal', currency: 'EUR', destination: ADA, entry: 'ada', initiator: 'anna', at: NOW - HOUR_MS } as const;
  return { ...plain, ...given, amount: dec(amount) };
}

/** 1 BTC is worth 50,000 EUR; of nothing else a price is known. */
export const valueByPrice: NonNullable<PolicyFacts['value']> = (currency, amount, into) => {
  if (currency === 'BTC' && into === 'EUR') return amount.times(50_000);
  return currency === 'EUR' && into === 'BTC' ? amount.div(50_000) : undefined;
};

export function factsOf({
  outflows = [],
  available = { EUR: dec('1000'), BTC: dec('2') },
  value = valueByPrice,
}: Partial<PolicyFacts> = {}) {
  return { outflows, available, value };
}

export function decided(policy: Policy, request?: RequestParts, facts?: Partial<PolicyFacts>): Decision {
  return decide(policy, requestOf(request), factsOf(facts));
}
