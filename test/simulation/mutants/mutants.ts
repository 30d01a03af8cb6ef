import type { Mutant } from './mutate.ts';

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
        from: 'begin: (intent) => begin(database, epoch, intent)',
        to: 'begin: (intent) => { void begin(database, epoch, intent).catch(() => undefined); return Promise.resolve(); }',
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
    about: 'An order is closed only after complete rounds over the time in which anything may become visible.',
    under: { visibility: 0.5, 'stale-replica': 0.5 },
    changes: [
      {
        file: 'src/gateway/orderClosing.ts',
        from: 'if (absence.rounds < closeAfterRounds || absentMs < visibilityMs) return false;',
        to: 'if (absence.rounds >= 1) return true;',
      },
    ],
  },
  {
    name: 'too-soon',
    about: 'Not placed is concluded only once the venue takes the request no more and shows all that it took.',
    under: { 'late-request': 0.4, 'lost-answer': 0.2, visibility: 0.5 },
    changes: [{ file: 'src/gateway/resolver.ts', from: 'const isLate = begunAt >= visibleAt;', to: 'const isLate = visibleAt > 0;' }],
  },
  {
    name: 'open-orders-only',
    about: 'What was filled is not among the open orders: the trades are read too.',
    under: { 'lost-answer': 0.5 },
    changes: [
      {
        file: 'src/gateway/unknownOutcomes.ts',
        from: 'adoptOrders(lost, candidatesOf(openOrders, rows)',
        to: 'adoptOrders(lost, candidatesOf(openOrders, [])',
      },
    ],
  },
];
