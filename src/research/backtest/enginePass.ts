import { type Band, BANDS } from '../runRecord.ts';
import { BacktestBand } from './backtestBand.ts';
import type { ShadowContest } from '../shadow/shadowContest.ts';
import { contestBands } from './contestBands.ts';
import { drawnBands } from './drawnBands.ts';
import type { BacktestListener, BacktestOptions } from './backtestOptions.ts';
import { BacktestPass } from './backtestPass.ts';

/** A pass of bands that differ in nothing but their fill models, and after them so many draws of the fitted one, of which only figures are kept; then the contests. */
export function enginePass(
  options: BacktestOptions,
  bands: readonly Band[] = BANDS,
  listener: BacktestListener = {},
  draws = 0,
  contests: readonly ShadowContest[] = [],
): BacktestPass {
  const keep = (band: Band): ((lines: Uint8Array) => void) | undefined => {
    if (listener.story !== undefined) return (lines) => listener.story?.(band, lines);
    if (listener.event === undefined) return undefined;
    return (lines) => tellLines(lines, (line) => listener.event?.(band, line));
  };
  return new BacktestPass(
    options,
    (markets) => [
      ...bands.map((band) => new BacktestBand(band, options, markets, { story: keep(band) })),
      ...drawnBands(options, draws, markets, { keepsFills: false }),
      ...contestBands(options, contests, markets),
    ],
    listener,
  );
}

const decoder = new TextDecoder();

function tellLines(lines: Uint8Array, tell: (line: string) => void): void {
  const text = decoder.decode(lines);
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    tell(text.slice(from, end));
    from = end + 1;
  }
}
