import { rmSync } from 'node:fs';
import { derivedNotification } from '../../src/daemon/listen/notification.ts';
import { ownFolder } from '../ownFolder.ts';
import { gatherCorpus } from './corpus.ts';
import type { Target } from './target.ts';
import { argumentTargets } from './targets/argumentTargets.ts';
import { batchTargets } from './targets/batchTargets.ts';
import { pageTargets } from './targets/pageTargets.ts';
import { controlTargets } from './targets/controlTargets.ts';
import { httpTargets } from './targets/httpTargets.ts';
import { jsonTargets } from './targets/jsonTargets.ts';
import { recordingTargets } from './targets/recordingTargets.ts';
import { bodyTargets, replyTargets, rowTargets } from './targets/replyTargets.ts';
import { requestTargets, typedTargets } from './targets/requestTargets.ts';
import { sessionTargets } from './targets/sessionTargets.ts';
import { settingsTargets } from './targets/settingsTargets.ts';
import { venueTargets } from './targets/venueTargets.ts';

export interface Targets {
  readonly targets: readonly Target[];
  close(): Promise<void>;
}

const REFUSALS: readonly string[] = [
  '{"code":"currency-not-supported","message":"Currency CHF is not supported.","errors":{"amount":["Too small."]}}',
  '{"message":"Currency was not found."}',
  '{"errors":{"clientIp":["Not an address."]},"type":"https://tools.ietf.org/html/rfc7231","title":"One or more validation errors occurred.","status":400,"traceId":"00-5b-00"}',
  '[{"code":"1001","message":"Not valid","context":{"propertyPath":"order.amount"}},{"code":"2","message":"m"}]',
  '',
  '<html><body>502 Bad Gateway</body></html>',
];

/** Every target, with a folder for those that read files. */
export async function openTargets(): Promise<Targets> {
  const folder = ownFolder('sluice-fuzz-');
  const corpus = await gatherCorpus();
  const { operations, replies, requests } = corpus;
  const bodies = operations.flatMap(({ name }) => replies(name));
  const books = replies('exchange.book.get');
  const statistics = replies('exchange.statistics.list');
  const notices = replies('processing.paymentIntents.get');
  const control = await controlTargets(folder);
  const targets = [
    ...jsonTargets([...new Set([...bodies, ...REFUSALS])]),
    ...bodyTargets(REFUSALS, books, statistics, [...notices, DEPOSIT]),
    ...rowTargets(replies('exchange.symbols.list'), replies('exchange.trades.list')),
    ...httpTargets(),
    ...replyTargets(operations, replies),
    ...requestTargets(operations, requests),
    ...typedTargets(),
    ...(await recordingTargets(folder)),
    ...sessionTargets(folder),
    ...settingsTargets(folder),
    ...batchTargets(),
    ...control.targets,
    ...pageTargets(),
    ...argumentTargets(),
    ...venueTargets(corpus),
  ];
  return {
    targets,
    close: async () => {
      await control.server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const DEPOSIT = Buffer.from(
  derivedNotification({ transactionId: '17', status: 'Completed', money: { amount: '250.5', currency: 'EUR' }, reason: null }, 0).bytes,
).toString();

/** How many executions of so many in all each target has. */
export function shareOf(target: Target, targets: readonly Target[], executions: number): number {
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
  return Math.max(target.seeds.length, Math.ceil((executions * target.weight) / weights));
}
