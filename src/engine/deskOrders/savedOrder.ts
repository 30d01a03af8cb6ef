import type { DeskOrderEnd, DeskOrderKind } from '../../model/deskOrder.ts';
import type { LegKind } from './deskOrder.ts';
import type { SavedWork } from './savedWork.ts';

/** Numbers that JSON does not have are left out. */
export interface SavedLeg {
  readonly kind: LegKind;
  readonly side: number;
  readonly isExit: boolean;
  readonly reduces: boolean;
  readonly ticks: number;
  readonly stop: number | null;
  readonly bps: number;
  readonly from: number | null;
  readonly mark: number | null;
  /** What its forgotten children have executed. `rest`: what is less than a lot of that, in base currency. */
  readonly lots: number;
  readonly rest?: string | undefined;
  readonly worth: number;
  readonly childIds: readonly string[];
  readonly end?: DeskOrderEnd | undefined;
  readonly isMoved?: true | undefined;
  /** What its last replacement asked for, and when the venue replaced the order by it; null where that was not known yet. */
  readonly asked?: { readonly lots: number; readonly replacedAt: number | null } | undefined;
}

export interface SavedOrder {
  readonly id: string;
  readonly kind: DeskOrderKind;
  readonly lots: number;
  readonly placedAt: number;
  readonly tag?: string | undefined;
  readonly once?: string | undefined;
  readonly plan?: string | undefined;
  readonly until: number | null;
  readonly basis: number | null;
  readonly hadPosition: boolean;
  readonly ending?: DeskOrderEnd | undefined;
  readonly work?: SavedWork | undefined;
  /** The number of the leg that has fired. */
  readonly fired: number;
  readonly legs: readonly SavedLeg[];
}

/** The rules of a pair in whose ticks and lots numbers are saved. */
export interface SavedGrid {
  readonly precision: number;
  readonly lot: string;
}

/** A saved order with the rules that its numbers follow. */
export interface SavedRow {
  readonly grid: SavedGrid;
  readonly order: SavedOrder;
}
