/** Why something is refused. */
export interface Refusal {
  /** A stable reason code. */
  readonly rule: string;
  readonly message: string;
}
