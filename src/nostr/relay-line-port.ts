/** Port: opens a long-lived connection to a relay that the operator has named. */
export type OpenRelayLine = (relay: string, listener: RelayLineListener) => RelayLine;

export interface RelayLine {
  send(text: string): void;
  /**
   * Pauses or resumes reading. While reading is paused, nothing further is taken from the
   * connection.
   */
  hold(isHeld: boolean): void;
  /** Ends the connection at once, without a closing handshake. */
  cut(): void;
}

export interface RelayLineListener {
  opened(): void;
  heard(text: string): void;
  /** Called once when the connection has ended, even if it was never opened. */
  ended(reason: string): void;
}
