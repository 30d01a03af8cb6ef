import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type uPlotType from 'uplot';
import { onThemeChange } from '../live/colour.ts';
import { fetchCode } from '../live/fetchCode.ts';
import { failureText } from '../pure/faultOfAnswer.ts';

/** What draws a plot into a box, with the library that was loaded for it. */
export type DrawPlot = (UPlot: typeof uPlotType, box: HTMLElement) => uPlotType;

export interface Plotted {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly plot: RefObject<uPlotType | undefined>;
}

/** A plot in a place, as wide as the place. It is drawn anew when the theme changes, the height, or one of `causes`. */
export function usePlot(draw: DrawPlot, height: number, causes: readonly unknown[]): Plotted {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlotType | undefined>(undefined);
  useEffect(() => {
    const box = place.current;
    // The page was left before its first frame.
    if (box === null) return undefined;
    let isGone = false;
    const drawAnew = async (): Promise<void> => {
      const { default: UPlot } = await fetchCode(() => import('uplot'));
      if (isGone) return;
      plot.current?.destroy();
      plot.current = draw(UPlot, box);
    };
    const redraw = (): void => {
      drawAnew().catch((error: unknown) => (box.textContent = failureText(error)));
    };
    redraw();
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: box.clientWidth, height }));
    sizes.observe(box);
    const ended = onThemeChange(redraw);
    return () => {
      isGone = true;
      ended();
      sizes.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [height, ...causes]);
  return { place, plot };
}
