import { createRequire } from 'node:module';
import type * as echarts from 'echarts/core';

// The library in one file: finding and loading its many modules would take a third of a second and 75 MB.
const { init } = createRequire(import.meta.url)('echarts/dist/echarts.min') as typeof echarts;

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

export type ChartOption = echarts.EChartsCoreOption;

/**
 * Draws a chart as markup to put into a page: no script, no style sheet of its own, ids that begin with `id`, colours from the
 * page's custom properties. The same option gives the same bytes.
 */
export function chartSvg(option: ChartOption, { width, height }: ChartSize, id: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, useUTC: true, textStyle: { fontFamily: 'sans-serif', color: 'var(--ink)' }, ...option });
    return inPage(chart.renderToSVGString({ useViewBox: true }), id);
  } finally {
    // Without this the process would not end.
    chart.dispose();
  }
}

/** Removes what only a separate file needs, and replaces names that come from an instance counter of the library. */
function inPage(svg: string, id: string): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|ecmeta_\w+|pointer-events|xmlns(?::xlink)?|version|baseProfile)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/ style="[^"]*"/g, '')
    .replace(/<rect width="\d+" height="\d+" x="0" y="0" fill="none"><\/rect>\n?/, '')
    .replace(/ (?:d|transform)="[^"]*"/g, (attribute) => attribute.replace(/(\.\d\d)\d+/g, '$1'))
    .replace(/\n+/g, '\n')
    .replace(/^<svg width="\d+" height="\d+"/, '<svg aria-hidden="true"');
}
