import { isoOf } from '../../base/instant.ts';
import type { Approval } from '../../model/approval.ts';
import type { MoveRecord, MoveRow } from '../../model/move.ts';
import type { DryRun } from './dryRun.ts';

/** One payment, with money as text. */
export interface RowReport {
  readonly row: number;
  readonly reference: string;
  readonly to: string | null;
  readonly amount: string;
  readonly currency: string;
  /** What a conversion has to bring, like `at least 500 EUR`. */
  readonly brings: string | null;
  readonly network: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  readonly fee: string | null;
  readonly state: string;
  readonly venueId: string | null;
  readonly evidence: string | null;
  readonly note: string | null;
  /** What a refund by a link gives back: all (`Full`) or what is above the requested amount (`Excess`). */
  readonly link: string | null;
}

/** A move and where it stands, as people and programs see it. */
export interface MoveReport {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly initiator: string;
  readonly createdAt: string;
  readonly changedAt: string;
  readonly expiresAt: string | null;
  readonly rule: string;
  readonly policyVersion: number;
  readonly evidence: string | null;
  /** Who has to approve it, like `2 of finance`. */
  readonly needs: readonly string[];
  readonly approvals: readonly { readonly person: string; readonly at: string }[];
  readonly rows: readonly RowReport[];
}

export function moveReport(move: MoveRecord, approvals: readonly Approval[]): MoveReport {
  const { id, kind, state, initiator, createdAt, changedAt, expiresAt, rule, needs, policyVersion, evidence } = move;
  return {
    id,
    kind,
    state,
    initiator,
    createdAt: isoOf(createdAt),
    changedAt: isoOf(changedAt),
    expiresAt: expiresAt === undefined ? null : isoOf(expiresAt),
    rule,
    policyVersion,
    evidence: evidence ?? null,
    needs: needs.map(({ need, of }) => `${need} of ${of}`),
    approvals: approvals.map(({ person, at }) => ({ person, at: isoOf(at) })),
    rows: move.rows.map((row, place) => {
      const progress = move.progress[place]!;
      return {
        row: place + 1,
        reference: row.reference,
        to: row.to ?? null,
        amount: row.amount.toFixed(),
        currency: row.currency,
        brings: bringsOf(row),
        network: row.destination?.network ?? null,
        address: row.destination?.address ?? row.target ?? null,
        tag: row.destination?.tag ?? null,
        fee: progress.fee?.toFixed() ?? null,
        state: progress.state,
        venueId: progress.venueId ?? null,
        evidence: progress.evidence ?? null,
        note: row.note ?? null,
        link: row.terms?.refundFlow ?? null,
      };
    }),
  };
}

function bringsOf({ target, conversion }: MoveRow): string | null {
  return conversion === undefined ? null : `${conversion.exact === 'to' ? '' : 'at least '}${conversion.toAmount.toFixed()} ${target}`;
}

/** What would come of a move, with money as text. */
export interface DryRunReport {
  readonly verdict: 'allow' | 'approve' | 'deny';
  readonly rule: string;
  readonly policyVersion: number;
  readonly why: readonly string[];
  readonly needs: readonly string[];
  readonly problems: readonly string[];
  readonly duplicates: readonly string[];
  readonly rows: readonly {
    readonly row: number;
    readonly to: string | null;
    readonly address: string | null;
    readonly network: string | null;
    readonly amount: string;
    readonly currency: string;
    readonly fee: string | null;
    readonly leaves: string;
    readonly receives: string | null;
    readonly receivesCurrency: string;
    readonly problem: string | null;
  }[];
  readonly balances: readonly {
    readonly currency: string;
    readonly leaves: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

export function dryRunReport({ rows, balances, decision, duplicates, problems }: DryRun): DryRunReport {
  const { verdict, rule, version, why, needs } = decision;
  return {
    verdict,
    rule,
    policyVersion: version,
    why,
    needs: needs.map(({ need, of }) => `${need} of ${of}`),
    problems,
    duplicates: duplicates.map(({ line, by, of }) =>
      'move' in of
        ? `row ${line}: ${by === 'payment' ? 'the same payment as' : 'the reference of'} ${of.reference} in ${of.move} of ${isoOf(of.at)}`
        : `row ${line}: the same payment as row ${of.line}`,
    ),
    rows: rows.map(({ row, quote }, place) => ({
      row: place + 1,
      to: row.to ?? null,
      address: row.destination?.address ?? row.target ?? null,
      network: row.destination?.network ?? null,
      amount: row.amount.toFixed(),
      currency: row.currency,
      fee: quote.fee?.toFixed() ?? null,
      leaves: quote.leaves.toFixed(),
      receives: quote.receives?.toFixed() ?? null,
      receivesCurrency: quote.receivesCurrency,
      problem: quote.problem ?? null,
    })),
    balances: balances.map(({ currency, leaves, before, after }) => ({
      currency,
      leaves: leaves.toFixed(),
      before: before?.toFixed() ?? null,
      after: after?.toFixed() ?? null,
    })),
  };
}
