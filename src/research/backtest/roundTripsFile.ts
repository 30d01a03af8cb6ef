import { isoOf } from '../../base/instant.ts';
import { csvCell } from '../../base/plainText.ts';
import { type RoundTrip, roundTrips } from '../metrics/roundTrips.ts';
import type { BandRun, RunStrategy } from '../runRecord.ts';
import { LineFile } from './lineFile.ts';

const COLUMNS = 'strategy,symbol,side,openedAt,closedAt,heldMs,amount,entry,exit,gross,fees,net,quote,entryTag,exitTag';

/** What is matched in part comes from a division, whose further digits nobody needs. */
const DECIMALS = 12;

/** Writes all round trips of a band as CSV. Those that were open at the end have no `closedAt`, and the last mid as `exit`. */
export function writeRoundTrips(path: string, run: BandRun, strategies: readonly RunStrategy[]): void {
  const file = new LineFile(path);
  file.line(COLUMNS);
  roundTrips(run, strategies, (trip) => file.line(rowOf(trip)));
  file.close();
}

function rowOf({
  strategy,
  symbol,
  side,
  openedAt,
  closedAt,
  amount,
  entry,
  exit,
  gross,
  fees,
  net,
  entryTag,
  exitTag,
}: RoundTrip): string {
  const times = [isoOf(openedAt), closedAt === undefined ? '' : isoOf(closedAt), closedAt === undefined ? '' : String(closedAt - openedAt)];
  const money = [amount, entry, exit, gross, fees, net].map((value) => value?.toDecimalPlaces(DECIMALS).toFixed() ?? '');
  const quote = symbol.slice(symbol.indexOf('/') + 1);
  return [csvCell(strategy), csvCell(symbol), side, ...times, ...money, quote, csvCell(entryTag), csvCell(exitTag)].join(',');
}
