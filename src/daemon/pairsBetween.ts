/** If a pair of the two currencies exists, it is one of these. */
export function pairsBetween(from: string, to: string): string[] {
  return [`${from}/${to}`, `${to}/${from}`];
}
