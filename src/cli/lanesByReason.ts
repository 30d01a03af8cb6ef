/** The lanes that are shut for the same reason, in one text: a difference of the account shuts every lane of its currency. */
export function lanesByReason(frozen: Readonly<Record<string, string>>): readonly (readonly [lanes: string, reason: string])[] {
  const byReason = Map.groupBy(Object.keys(frozen), (lane) => frozen[lane]!);
  return [...byReason].map(([reason, lanes]) => [lanes.join(', '), reason]);
}
