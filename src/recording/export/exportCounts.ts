/** How far an export is; it counts on while the export runs. */
export interface ExportCounts {
  snapshots: number;
}
