/** The progress of an export. It changes while the export runs. */
export interface ExportCounts {
  snapshots: number;
}
