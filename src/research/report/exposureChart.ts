import { rangeOf } from '../metrics/sampleStatistics.ts';
import type { RunRecord } from '../runRecord.ts';
import { type Chart, frame, stretchesOf, timeAxis, valueAxis } from './chart.ts';
import { bandSeries, ribbon, RIBBON_LEGEND, seriesLine } from './equityChart.ts';
import { digits } from './figureText.ts';

/** The value of what is held in base currencies. */
export function exposureChart({ bands, manifest }: RunRecord): Chart {
  const { equity } = bands.fitted;
  const [low, high] = rangeOf([0, ...equity.exposure]);
  return {
    id: 'exposure',
    title: 'Exposure',
    about: `Value in ${manifest.currency} of what was held in base currencies, above zero long, below it short: from ${digits(low, 2)} to ${digits(high, 2)} (fitted).`,
    legend: [{ text: 'fitted', colour: '--fitted', shape: 'line' }, RIBBON_LEGEND],
    tall: 0.75,
    option(isNarrow) {
      return {
        grid: frame(isNarrow),
        xAxis: timeAxis(manifest.from, manifest.to, isNarrow),
        yAxis: valueAxis({ scale: false }),
        series: [
          ...ribbon(
            bandSeries(bands, ({ exposure }) => exposure),
            stretchesOf(isNarrow),
          ),
          seriesLine(equity, equity.exposure, '--fitted', isNarrow),
        ],
      };
    },
  };
}
