/** What handles money, and the tests that have to notice each change of it. */
const GROUPS = new Map([
  ['base', { files: ['src/base/{decimal,sum,smallDecimal}.ts'], tests: ['test/base/**'] }],
  ['model', { files: ['src/model/grid.ts'], tests: ['test/model/**'] }],
  ['exchange', { files: ['src/exchange/{units,wallets,fees}.ts'], tests: ['test/exchange/**'] }],
  ['ledger', { files: ['src/ledger/*.ts'], tests: ['test/ledger/**'] }],
  [
    'verdict',
    {
      files: ['src/gateway/{bookingVerdict,countedRows,filledOf,fillRows,fingerprint}.ts'],
      tests: ['test/gateway/{bookingVerdict,countedRows,filledOf,fillRows,fingerprint,lateTrades}'],
    },
  ],
  ['policy', { files: ['src/policy/*.ts'], tests: ['test/policy/**'] }],
  ['risk', { files: ['src/engine/risk/*.ts'], tests: ['test/engine/risk/**'] }],
  [
    'resolver',
    {
      files: ['src/gateway/{resolver,notPlaced,proofText,atVenue,finding,resolvedByHand}.ts'],
      tests: ['test/gateway/{resolver,proofText,atVenue,finding,resolvedByHand,balanceWitness}'],
    },
  ],
  ['gate', { files: ['src/gateway/{lastGate,gateChecks}.ts'], tests: ['test/gateway/{lastGate,gateChecks}'] }],
  ['closing', { files: ['src/engine/{closing,convertedLots}.ts'], tests: ['test/engine/{closing,closingGoesOn}'] }],
  ['booking', { files: ['src/gateway/{orderBooking,fillBooking}.ts'], tests: ['test/gateway/**'] }],
]);

const name = process.env['MONEY'] ?? 'base';
const found = GROUPS.get(name);
if (found === undefined) throw new Error(`MONEY: there is no group ${name}; expected one of ${[...GROUPS.keys()].join(', ')}`);

/** The group that the environment names, as `npm run ledger` does. */
export const group = { name, ...found };
