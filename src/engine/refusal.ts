/** Why something is refused. */
export interface Refusal {
  /** Stable reason code. */
  readonly rule: string;
  readonly message: string;
}
