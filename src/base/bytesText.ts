/** A number of bytes for people: `850 B`, `2.4 kB`, `13.1 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
