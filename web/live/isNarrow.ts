/** Whether the screen is that of a telephone, where a long list is shown in shorter pieces. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 640px)').matches;
}
