/** The purpose of a charge, as usage reports show it. */
export interface ChargedFor {
  /** The operation that was called; `runMonitor` for a scheduled run of a monitor. */
  operation: string;
  /** Id of the key, or of the user of a session. Null for the runs of monitors, which have no caller. */
  callerId: string | null;
  /** The scope that the call named. Null: none, or several. */
  scope: string | null;
}
