/** The venue's latency each way, in whole milliseconds. */
export interface Latency {
  readonly entryMs: number;
  readonly responseMs: number;
}
