import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/contract.ts';
import { paramsFromText } from '../../../src/contract/paramsFromText.ts';
import { messageOf } from '../../../src/base/fault.ts';
import { BTC_ADDRESS } from '../../treasury/transferBench.ts';
import { liveOutflows, type OutflowMutant } from './outflowLives.ts';

const SEEDS = 8;

/** Each takes one rule away, and the check must notice in one of the seeds. */
const MUTANTS: readonly OutflowMutant[] = [
  {
    name: 'a window counts what this life has sent',
    breaks: 'limit',
    change: ({ carriers }, { bench: { store }, bornAt, policyOn }) => {
      const outflows: typeof store.moves.outflows = async (...args) =>
        (await store.moves.outflows(...args)).filter(({ sentAt }) => sentAt === undefined || sentAt >= bornAt);
      return { carriers, policy: policyOn({ ...store, moves: { ...store.moves, outflows } }) };
    },
  },
  {
    name: 'what was allowed once may go',
    breaks: 'destination',
    change: ({ carriers, policy }) => ({
      carriers,
      policy: {
        ...policy,
        decide: async (move, quotes, at, except) => {
          const decision = await policy.decide(move, quotes, at, except);
          return except === undefined ? decision : { ...decision, verdict: 'allow' };
        },
      },
    }),
  },
  {
    name: 'what had no good answer is sent again',
    breaks: 'order',
    change: ({ carriers, policy }, { bench: { transfers } }) => {
      const calls = transfers.calls('exchange');
      const sent = new Set<string>();
      let tries = 0;
      const send: typeof carriers.withdrawal.send = async ({ rows: [row] }) => {
        const { reference, amount, destination } = row!;
        const shared = { currency: 'BTC', networkCode: 'BTC', destinationAddress: destination?.address ?? BTC_ADDRESS };
        tries++;
        const params = { ...shared, amount: amount.toFixed(), referenceId: tries === 1 ? reference : `${reference}-${tries}` };
        const operation = 'withdrawals.create';
        try {
          await calls.send(calls.prepare(operation, paramsFromText(operation, contract.exchange[operation]!, params)));
          sent.add(reference);
          return undefined;
        } catch (error) {
          return { why: messageOf(error), isFinal: false };
        }
      };
      const look: typeof carriers.withdrawal.look = ({ rows: [row], progress: [before] }) =>
        Promise.resolve([sent.has(row!.reference) ? { ...before!, state: 'completed' } : before!]);
      return { policy, carriers: { ...carriers, withdrawal: { ...carriers.withdrawal, send, look } } };
    },
  },
];

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-outflows-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('invariant 11: outflows of a treasury that is killed again and again', () => {
  it('keep to the limit and the address book over restarts, and each approved payment is paid once at most', async () => {
    let [kills, paid] = [0, 0];
    for (let seed = 0; seed < SEEDS; seed++) {
      const life = await liveOutflows(seed, folder);
      expect(life.broken, `seed ${seed}`).toEqual([]);
      kills += life.kills;
      paid += life.paid;
    }
    expect(kills).toBeGreaterThan(SEEDS * 5);
    expect(paid).toBeGreaterThan(SEEDS * 5);
  }, 3_600_000);

  it.each(MUTANTS)(
    'is noticed when $name',
    async (mutant) => {
      const broken: string[] = [];
      for (let seed = 0; seed < SEEDS && !broken.some((one) => one.startsWith(mutant.breaks)); seed++) {
        broken.push(...(await liveOutflows(seed, folder, mutant)).broken);
      }
      expect(broken.join('\n')).toContain(`${mutant.breaks}:`);
    },
    3_600_000,
  );
});
