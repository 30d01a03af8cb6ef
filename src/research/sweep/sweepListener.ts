import type { Point } from './sampler.ts';

/** Receives the progress of a sweep, in an order that does not depend on the workers. */
export interface SweepListener {
  /** Trials of this window follow. */
  window?(index: number): void;
  asked?(number: number, point: Point): void;
  /** The result of a trial on a share of the data. */
  told?(number: number, told: { readonly rung: number; readonly isLast: boolean; readonly value: number | undefined }): void;
  /** The trial was ended because others were better on a part of the data. */
  halved?(number: number, value: number | undefined): void;
}
