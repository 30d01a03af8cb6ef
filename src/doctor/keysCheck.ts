import type { Clock } from '../base/clock.ts';
import { isFault, messageOf } from '../base/fault.ts';
import type { CallOptions } from '../client/call.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import { firstPageOf } from '../client/firstPageOf.ts';
import { keyTail } from '../base/secret.ts';
import { interfaceAccount, interfaceClient } from '../daemon/interfaceAccount.ts';
import { configuredAccount, venueAccess } from '../daemon/venueAccess.ts';
import type { Environment } from '../settings/secrets.ts';
import type { Check } from './check.ts';
import { bad, type Finding, look, ok, suggestionOf } from './finding.ts';
import { readSteadily } from '../client/readSteadily.ts';

/** A read that needs a right of its own. */
interface KeyRead {
  readonly name: string;
  readonly read: () => Promise<unknown>;
}

const WITHIN_MS = 12_000;

/** Whether the venue takes the key of the exchange, and what it may read. */
export const exchangeKeyCheck: Check = {
  name: 'keys',
  withinMs: WITHIN_MS,
  async look({ settings, clock }, timeIsUp) {
    const account = configuredAccount(settings);
    if (account === undefined) return [ok('the demo makes its own key')];
    if (account.isKeyless) return [ok('paper trading without a key')];
    const access = venueAccess(settings, account, clock);
    timeIsUp.addEventListener('abort', () => void access.close());
    const { client } = access;
    const options = { signal: timeIsUp };
    const reads: readonly KeyRead[] = [
      { name: 'balances', read: () => client.balances.list({}, options) },
      ...(['orders', 'trades', 'transactions'] as const).map((name) => ({ name, read: () => firstRow(client, name, options) })),
    ];
    try {
      return [
        await rightsFinding(
          `the key ${keyTail(access.key)} at ${access.host}`,
          reads,
          'that it may trade or withdraw shows in no read',
          clock,
          timeIsUp,
        ),
      ];
    } finally {
      await access.close();
    }
  },
};

/** One row is enough to see whether a list may be read. A venue may refuse page 0 (docs/assumptions.md, lists and pages). */
async function firstRow(client: ExchangeClient, list: 'orders' | 'trades' | 'transactions', options: CallOptions): Promise<unknown> {
  return firstPageOf(
    (page) => client.fetchBytes(`${list}.list`, { page, count: 1 }, options),
    () => false,
    () => Promise.resolve(true),
  );
}

/** The same for the payment interface, and what can be said of the hosted page, which has no read. */
export const paymentKeysCheck: Check = {
  name: 'keys',
  withinMs: WITHIN_MS,
  look: async ({ env, clock, settings }, timeIsUp) => {
    const findings: Finding[] = [];
    if (isNamed('SLUICE_PROCESSING_', env)) {
      const account = interfaceAccount('processing', env);
      const client = interfaceClient('processing', account, clock, settings.venue);
      timeIsUp.addEventListener('abort', () => void client.close());
      const { calls } = client;
      const options = { signal: timeIsUp };
      const reads: readonly KeyRead[] = [
        { name: 'coins', read: () => calls.fetchBytes('coins.list', {}, options) },
        { name: 'payments', read: () => calls.fetchBytes('paymentIntents.search', { skip: 0, take: 1 }, options) },
        { name: 'payouts', read: () => calls.fetchBytes('payouts.search', { skip: 0, take: 1 }, options) },
      ];
      const what = `the key ${keyTail(account.key)} of payments at ${new URL(account.url).host}`;
      try {
        findings.push(await rightsFinding(what, reads, 'that it may pay out shows in no read', clock, timeIsUp));
      } finally {
        await client.close();
      }
    }
    if (isNamed('SLUICE_HOSTED_', env)) {
      const { url } = interfaceAccount('hostedPage', env);
      findings.push(ok(`the hosted page at ${new URL(url).host} is named; it has no read that would show whether its secret is right`));
    }
    return findings;
  },
};

function isNamed(stem: string, env: Environment): boolean {
  return ['URL', 'KEY', 'USER', 'SECRET'].some((member) => (env[stem + member] ?? '') !== '');
}

/** One after the other: a few requests beside those of a daemon. */
async function rightsFinding(
  what: string,
  reads: readonly KeyRead[],
  unseen: string,
  clock: Clock,
  timeIsUp: AbortSignal,
): Promise<Finding> {
  const may: string[] = [];
  const mayNot: string[] = [];
  for (const { name, read } of reads) {
    try {
      await readSteadily(read, clock, timeIsUp);
      may.push(name);
    } catch (error) {
      if (isFault(error, 'rate-limited'))
        return look(`the venue asks for silence, so that nothing can be said of ${what}`, 'sluice doctor, later');
      if (!isDenied(error)) return bad(`${what}: reading ${name} failed: ${messageOf(error)}`, suggestionOf(error));
      mayNot.push(name);
      // A venue that counts refused logins need not see four of them.
      if (may.length === 0)
        return bad(
          `${what} is not accepted: ${messageOf(error)}`,
          'check key, secret, and that they belong to this address; then the clock above',
        );
    }
  }
  if (mayNot.length > 0)
    return bad(`${what} may read ${may.join(', ')}, and not ${mayNot.join(', ')}`, 'give the key the right to read, at the venue');
  return ok(`${what} may read ${may.join(', ')}; ${unseen}`);
}

function isDenied(error: unknown): boolean {
  return isFault(error, 'unauthorized') || (isFault(error) && (error.status === 401 || error.status === 403));
}
