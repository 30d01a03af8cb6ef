import type { TreasuryHandovers } from './treasuryHandovers.ts';
import type { changeWriters } from './writerChanges.ts';

/** What became of the changes of a writer, for people. */
export function writerText(report: Awaited<ReturnType<typeof changeWriters>>): readonly string[] {
  const { changes, kept, withoutMs, lingered, placed, executions, unresolved, problems } = report;
  const ways = Object.entries(changes).map(([way, count]) => `${count} ${way}`);
  return [
    `${withoutMs.length} changes of the writer (${ways.join(', ')}), ${kept} after which it was the same: ${placed} orders placed, ${executions} executions, ${unresolved} unresolved, ${problems.length} problems`,
    `without a writer: ${spanText(withoutMs)}; ${lingered} requests of an old owner arrived late`,
  ];
}

/** The same of the machines of a treasury. */
export function handoversText({ kills, stops, rows, completed, decided, withoutMs, problems }: TreasuryHandovers): readonly string[] {
  return [
    `${withoutMs.length} changes of the treasury's machine (${kills} kill, ${stops} stop): ${rows} payments, ${completed} completed, ${decided} decided by a person, ${problems.length} problems`,
    `without a treasury: ${spanText(withoutMs)}`,
  ];
}

/** How long it took, of times that come shortest first. */
function spanText(times: readonly number[]): string {
  const within = (part: number): string => `${((times[Math.ceil(times.length * part) - 1] ?? 0) / 1000).toFixed(1)} s`;
  return `p50 ${within(0.5)}, p99 ${within(0.99)}, at most ${within(1)}`;
}
