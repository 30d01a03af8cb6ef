const MOST_POINTS = 60;

/** The path of a small line through the values, as high and as wide as given; empty for less than two of them. Values are only as exact as a pixel. */
export function sparkLine(values: readonly number[], width: number, height: number): string {
  const step = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  const shown = values.filter((_, n) => (values.length - 1 - n) % step === 0);
  if (shown.length < 2) return '';
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const place = (value: number): number => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height);
  return shown.map((value, n) => `${n === 0 ? 'M' : 'L'}${tenths((n / (shown.length - 1)) * width)} ${tenths(place(value))}`).join('');
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
