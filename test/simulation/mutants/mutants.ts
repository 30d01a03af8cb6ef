import { dec } from '../../../src/base/decimal.ts';
import type { Change } from '../../applied.ts';
import type { Mutant } from './mutate.ts';
import { STOP_MUTANTS } from './stopMutants.ts';

const TWINS_ARE_STRANGERS: Change = {
  file: 'src/gateway/lateOrders.ts',
  from: 'if (openedAt === undefined) return undefined;',
  to: 'if (openedAt !== 0) return undefined;',
};

/** The rules that the promises rest on, each taken away. A rule whose absence nobody notices is no rule, or is not tested. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'crash-is-not-sent',
    about: 'A row found in sending at the start is unknown by definition.',
    under: { 'crash-at-send': 0.2 },
    changes: [
      { file: 'src/store/takeOver.ts', from: "SET state = 'unknown', gave_up_at = ?", to: "SET state = 'not-sent', gave_up_at = ?" },
    ],
  },
  {
    name: 'no-journal',
    about: 'An intent is committed before its first byte leaves.',
    changes: [
      {
        file: 'src/store/journal.ts',
        from: 'begin: (intent) => begin(database, epoch, intent, unknownPerLane)',
        to: 'begin: (intent) => { void begin(database, epoch, intent, unknownPerLane).catch(() => undefined); return Promise.resolve(); }',
      },
    ],
  },
  {
    name: 'silence-is-not-sent',
    about: 'A timeout or a reset is no proof that nothing was done.',
    under: { 'lost-answer': 0.2, reset: 0.2 },
    changes: [
      {
        file: 'src/gateway/sendJournalled.ts',
        from: "const proven = fault.outcome ?? 'unknown';",
        to: "const proven = fault.status === undefined ? 'not-sent' : (fault.outcome ?? 'unknown');",
      },
    ],
  },
  {
    name: 'every-400-is-proof',
    about: 'Only a refusal on the allow-list proves that a request had no effect.',
    under: { 'false-refusal': 0.3 },
    changes: [
      {
        file: 'src/client/replyFault.ts',
        from: ': provenBy(proven, operation, status, refusal) === undefined',
        to: ': status !== 400 && provenBy(proven, operation, status, refusal) === undefined',
      },
    ],
  },
  {
    name: 'post-again',
    about: 'A request for money is never sent again.',
    under: { reset: 0.3 },
    changes: [
      {
        file: 'src/client/call.ts',
        from: 'response = await transport.send(signed(context, row, prepared, stamp, options));',
        to: 'const wired = signed(context, row, prepared, stamp, options); response = await transport.send(wired).catch(() => transport.send(wired));',
      },
    ],
  },
  {
    name: 'kept-connection',
    about: 'A request for money has a connection that has carried nothing before.',
    changes: [{ file: 'src/client/call.ts', from: "fresh: row.repeat === 'never',", to: 'fresh: false,' }],
  },
  {
    name: 'absent-once-is-closed',
    about:
      'An order is closed only after complete rounds over the time in which anything may become visible, and when the balances have nothing of it.',
    under: { visibility: 0.5, 'stale-replica': 0.5 },
    changes: [
      {
        file: 'src/gateway/orderClosing.ts',
        from: 'if (absence.rounds < closeAfterRounds || absentMs < visibilityMs) return false;',
        to: 'if (absence.rounds >= 1) return true;',
      },
      { file: 'src/gateway/orderClosing.ts', from: 'if (isFault(over) || !over.has(order.orderId)) {', to: 'if (isFault(over)) {' },
    ],
  },
  {
    name: 'too-soon',
    about: 'Not placed is concluded only once the venue takes the request no more and shows all that it took.',
    under: { 'late-request': 0.4, 'lost-answer': 0.2, visibility: 0.5 },
    changes: [{ file: 'src/gateway/resolver.ts', from: 'const isLate = begunAt >= visibleAt;', to: 'const isLate = visibleAt > 0;' }],
  },
  {
    name: 'one-more-than-allowed',
    about: 'A lane has at most as many unresolved intents as it may have.',
    unknownPerLane: 2,
    under: { 'lost-answer': 0.5, 'crash-at-send': 0.1 },
    changes: [
      { file: 'src/store/journal.ts', from: '? unknownPerLane : 1;', to: '? unknownPerLane + 1 : 1;' },
      { file: 'src/gateway/shutLanes.ts', from: 'count >= unknownPerLane', to: 'count > unknownPerLane' },
    ],
  },
  {
    name: 'open-orders-only',
    about: 'What was filled is not among the open orders: the trades are read too.',
    under: { 'lost-answer': 0.5 },
    isLive: true,
    changes: [
      {
        file: 'src/gateway/unknownOutcomes.ts',
        from: 'adoptOrders(lost, candidatesOf(openOrders, rows)',
        to: 'adoptOrders(lost, candidatesOf(openOrders, [])',
      },
    ],
  },
  {
    name: 'unknown-is-free',
    about: 'An order of which nobody knows whether it exists counts as open.',
    under: { 'lost-answer': 0.3, reset: 0.2, visibility: 0.9, 'stale-replica': 0.5 },
    limits: { mostOpen: dec(1300), mostExposed: undefined },
    changes: [
      {
        file: 'src/engine/risk/openValue.ts',
        from: 'if (order === but) continue;\n    const worth',
        to: "if (order === but || order.state === 'unknown') continue;\n    const worth",
      },
      {
        file: 'src/engine/risk/openValue.ts',
        from: 'if (order === replaces) continue;\n    const { quote',
        to: "if (order === replaces || order.state === 'unknown') continue;\n    const { quote",
      },
    ],
  },
  {
    name: 'unknown-is-no-risk',
    about: 'What may be held counts orders of which nobody knows whether they exist.',
    under: { 'lost-answer': 0.3, reset: 0.2, visibility: 0.9, 'stale-replica': 0.5 },
    limits: { mostOpen: undefined, mostExposed: dec(2500) },
    changes: [
      {
        file: 'src/engine/risk/exposure.ts',
        from: 'order.side !== filled) continue;',
        to: "order.side !== filled || order.state === 'unknown') continue;",
      },
    ],
  },
  {
    name: 'conversions-are-free',
    about: 'What may be held counts conversions as it counts orders.',
    under: { 'lost-answer': 0.1 },
    limits: { mostOpen: undefined, mostExposed: dec(1500) },
    changes: [
      {
        file: 'src/engine/risk/exposure.ts',
        from: 'return state.limits.maxExposure && messageOf({ conversion }, state);',
        to: 'return state.limits.maxExposure && conversion.strategy === "" ? messageOf({ conversion }, state) : undefined;',
      },
    ],
  },
  {
    name: 'alike-beside-unknown',
    about: 'What goes beside an order of which nobody knows the outcome has another amount.',
    scope: { scenario: 'alike-beside', faults: 0 },
    changes: [{ file: 'src/engine/busyLane.ts', from: 'if (unknown === 0) return false;', to: 'if (unknown >= 0) return false;' }],
  },
  {
    name: 'no-witness',
    about: 'What the balances have room for may be there, whatever the lists show.',
    scope: { scenario: 'hidden-order', faults: 0 },
    changes: [{ file: 'src/gateway/resolver.ts', from: 'return witness.leaveNoRoom(', to: 'return true || witness.leaveNoRoom(' }],
  },
  {
    name: 'lists-of-any-age',
    about: 'Lists are believed when something new is in them, or after a longer time.',
    scope: { scenario: 'late-trades', faults: 1, others: 0 },
    changes: [{ file: 'src/gateway/resolver.ts', from: 'if (begunAt < quietAt && !isAlive)', to: 'if (begunAt < 0 && !isAlive)' }],
  },
  {
    name: 'twins-are-strangers',
    about: 'A further order of the shape of one that was acknowledged is what a network has made of the same request.',
    scope: { scenario: 'doubled', faults: 0 },
    changes: [TWINS_ARE_STRANGERS],
  },
  {
    name: 'first-of-several',
    about: 'Of several orders that are found of one shape all are ours. Where this is missing, they are known as twins.',
    scope: { scenario: 'doubled-unknown', faults: 0 },
    changes: [
      { file: 'src/gateway/adoption.ts', from: 'const extras = others.map(', to: 'const extras = others.slice(1e9).map(' },
      TWINS_ARE_STRANGERS,
    ],
  },
  {
    name: 'errors-are-not-found',
    about: 'A list that can not be read says nothing.',
    scope: { scenario: 'unreadable-list', faults: 0 },
    changes: [
      {
        file: 'src/gateway/accountLists.ts',
        from: 'openOrders: () => readAllNewestFirst(openOrders),',
        to: 'openOrders: () => readAllNewestFirst(openOrders).catch(() => []),',
      },
      { file: 'src/gateway/orderClosing.ts', from: 'if (isFault(over) || !over.has(order.orderId)) {', to: 'if (isFault(over)) {' },
    ],
  },
  {
    name: 'no-fingerprint',
    about: 'The amount of an order is made recognisable: round amounts are left to people.',
    scope: { scenario: 'person-alike', faults: 1 },
    changes: [
      {
        file: 'src/engine/dealing.ts',
        from: 'if (intentId === undefined && nonceRoom(lots) > 0) {',
        to: 'if (intentId === "" && nonceRoom(lots) > 0) {',
      },
    ],
  },
  {
    name: 'orders-of-any-time',
    about: 'An order that was there before the decision is not what came of it.',
    scope: { scenario: 'alike-before', faults: 1 },
    changes: [{ file: 'src/gateway/openingOf.ts', from: 'if (openedAt !== undefined && openedAt >= since)', to: 'if (since > 0)' }],
  },
  {
    name: 'no-tombstones',
    about: 'What was taken for not done is recognised for a day.',
    scope: { scenario: 'lying-venue', faults: 0 },
    changes: [
      {
        file: 'src/store/journal.ts',
        from: 'return (await database.all<IntentRow>(sql, since, lane)).map(intentOf);',
        to: 'return (await database.all<IntentRow>(sql, since, lane)).filter(() => false).map(intentOf);',
      },
    ],
  },
  {
    name: 'booking-without-totals',
    about: 'What is booked never exceeds what was ordered, nor what the totals prove.',
    scope: { scenario: 'listed-twice', faults: 0 },
    changes: [
      {
        file: 'src/gateway/bookingVerdict.ts',
        from: 'maxDecimal(proven ?? ZERO, total));',
        to: 'maxDecimal(proven ?? ZERO, total).plus(1e9));',
      },
      {
        file: 'src/gateway/bookingVerdict.ts',
        from: 'if (most !== undefined && listed.gt(most)) return',
        to: 'if (most === undefined && listed.isNegative()) return',
      },
    ],
  },
  {
    name: 'every-fill-is-a-purchase',
    about: 'A fill is booked on the side on which it was traded, so that the log explains each balance.',
    changes: [{ file: 'src/gateway/fillRows.ts', from: 'const { side } = row;', to: "const side = row.side && 'Buy';" }],
  },
  {
    name: 'never-settled',
    about: 'An outcome that nobody knows is settled in time once all is well.',
    under: { 'lost-request': 0.2 },
    isLive: true,
    changes: [{ file: 'src/gateway/resolver.ts', from: 'return witness.leaveNoRoom(', to: 'return false && witness.leaveNoRoom(' }],
  },
  {
    name: 'headers-in-words',
    about: 'What is said of a failure has neither key nor signature in it.',
    under: { reset: 0.2 },
    changes: [
      {
        file: 'src/client/call.ts',
        from: 'throw cleanFault(isRead && error instanceof Fault ? withoutOutcome(error) : error);',
        to: "throw new Fault('network', JSON.stringify(signed(context, row, prepared, stamp, options).headers), { outcome: outcomeOf(error) === 'not-sent' ? 'not-sent' : 'unknown' });",
      },
    ],
  },
  {
    name: 'starts-write-anew',
    about: 'A start leaves what is settled as it is.',
    changes: [
      {
        file: 'src/store/takeOver.ts',
        from: 'await settleSending(session, now,',
        to: `await session.run("UPDATE intent SET evidence = coalesce(evidence, '') || '.', settled_epoch = (SELECT epoch FROM owner)");\n    await settleSending(session, now,`,
      },
    ],
  },
  ...STOP_MUTANTS,
];
