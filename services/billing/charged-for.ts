/** What a charge is for, as the reports of usage tell it. */
export interface ChargedFor {
  /** The operation of the interface that was called; `runMonitor` for what a monitor does by itself. */
  operation: string;
  /** Id of the key, or of the user of a session. Null for the runs of monitors, which have no caller. */
  callerId: string | null;
  /** The scope that the call named. Null: none, or several. */
  scope: string | null;
}
