const LONGEST = 12;

/** `01K9XYZABCDEF7QX` as `01K9…F7QX`. A short id stays whole. */
export function shortId(id: string): string {
  return id.length <= LONGEST ? id : `${id.slice(0, 4)}…${id.slice(-4)}`;
}
