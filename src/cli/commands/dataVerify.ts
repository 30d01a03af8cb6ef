import { counted } from '../../base/counted.ts';
import { firstLines } from '../../base/firstLines.ts';
import { durationText, type Instant, isoOf } from '../../base/instant.ts';
import type { MarketGap } from '../../recording/marketCursor.ts';
import type { Damage, Verification, VerifiedFile } from '../../recording/verification.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { dataFolder, dataOption } from '../dataFolder.ts';
import { say, type Shell } from '../shell.ts';
import { symbolValue } from '../values.ts';

export const dataVerify = command({
  name: 'data verify',
  about: 'Read and check all that is recorded; exits with 10 on damage and says where. Gaps are listed, but are not damage',
  options: { data: dataOption, symbol: option('--symbol <pair>', 'only this pair', symbolValue) },
  examples: ['data verify --data ./data', 'data verify --data ./data --symbol BTC/EUR -o json'],
  async run({ options }, shell) {
    const { verifyRecordings } = await import('../../recording/verifyRecordings.ts');
    const { Fault } = await import('../../base/fault.ts');
    const dir = await dataFolder(shell, options.data);
    const found = verifyRecordings(dir, options.symbol);
    if (found.files.length === 0) {
      throw new Fault('not-found', `nothing${options.symbol === undefined ? '' : ` of ${options.symbol}`} is recorded in ${dir}`, {
        suggestion: 'record something with `sluice record`, or name another folder with --data',
      });
    }
    await print(shell, found);
    return found.isIntact ? 0 : 10;
  },
});

async function print(shell: Shell, { isIntact, files }: Verification): Promise<void> {
  const { printJson, printRows } = await import('../print.ts');
  if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
    printJson(shell, { intact: isIntact, files: files.map(fileRecord) });
    return;
  }
  printRows(shell, columns, files);
  const gapLines = files.flatMap(({ symbol, gaps }) => gaps.map((gap) => `gap     ${symbol}  ${gapText(gap)}`));
  const damageLines = files.flatMap(({ damage }) => damage.map((each) => `DAMAGE  ${damageText(each)}`));
  for (const line of [...firstLines(gapLines), ...firstLines(damageLines)]) say(shell, line);
  say(shell, summaryOf(isIntact, files));
}

function summaryOf(isIntact: boolean, files: readonly VerifiedFile[]): string {
  const total = (countIn: (file: VerifiedFile) => number, noun: string): string =>
    counted(
      files.reduce((sum, file) => sum + countIn(file), 0),
      noun,
    );
  const snapshots = total((file) => file.snapshots, 'snapshot');
  const checked = `${counted(files.length, 'file')}, ${snapshots}, ${total(({ gaps }) => gaps.length, 'gap')}`;
  return isIntact ? `intact: ${checked}` : `damaged in ${total(({ damage }) => damage.length, 'place')}: ${checked}`;
}

function gapText({ from, to, reason, detail }: MarketGap): string {
  return `${isoOf(from)} to ${isoOf(to)} (${durationText(to - from)})  ${reason}: ${detail}`;
}

function damageText({ file, offset, bytes, from, to, what }: Damage): string {
  return `${file} at ${offset}, ${bytes} bytes: ${what}; ${rangeText(from, to)}`;
}

function rangeText(from: Instant | undefined, to: Instant | undefined): string {
  const after = from === undefined ? 'from its beginning' : `after ${isoOf(from)}`;
  return `${after} ${to === undefined ? 'to its end' : `up to ${isoOf(to)}`}`;
}

function fileRecord({ from, to, gaps, damage, ...rest }: VerifiedFile): Record<string, unknown> {
  return { ...rest, ...timesOf({ from, to }), gaps: gaps.map((gap) => ({ ...gap, ...timesOf(gap) })), damage: damage.map(damageRecord) };
}

function damageRecord(damage: Damage): Record<string, unknown> {
  return { ...damage, ...timesOf(damage) };
}

function timesOf({ from, to }: { readonly from: Instant | undefined; readonly to: Instant | undefined }) {
  return { from: from === undefined ? null : isoOf(from), to: to === undefined ? null : isoOf(to) };
}

const columns: readonly Column<VerifiedFile>[] = [
  { key: 'file', value: (row) => row.file },
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'snapshots', kind: 'number', value: (row) => row.snapshots },
  { key: 'from', kind: 'time', value: (row) => row.from },
  { key: 'to', kind: 'time', value: (row) => row.to },
  { key: 'end', value: (row) => row.end },
  { key: 'gaps', kind: 'number', value: (row) => row.gaps.length },
  { key: 'damage', kind: 'number', value: (row) => row.damage.length, style: (row) => (row.damage.length > 0 ? 'red' : undefined) },
];
