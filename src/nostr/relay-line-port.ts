/** Port: opens a lasting connection to a relay that the operator has named. */
export type OpenRelayLine = (relay: string, listener: RelayLineListener) => RelayLine;

export interface RelayLine {
  send(text: string): void;
  /** Stops reading or lets it go on: while it is held, nothing further is read. */
  hold(isHeld: boolean): void;
  /** Ends the connection without waiting for the other side. */
  cut(): void;
}

export interface RelayLineListener {
  opened(): void;
  heard(text: string): void;
  /** Called once when the connection has ended, even if it was never opened. */
  ended(reason: string): void;
}
