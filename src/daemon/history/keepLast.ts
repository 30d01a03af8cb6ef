/** Adds a row to a list and keeps the last `most`. */
export function keepLast<T>(rows: T[], row: T, most: number): void {
  rows.push(row);
  if (rows.length > most) rows.shift();
}
