/** A count with its noun: `1 order`, `2 orders`. */
export function countText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
