/**
 * Port: the log. Callers put no secrets into its fields; as a second safeguard, its adapter removes
 * secrets that it knows.
 */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Readonly<Record<string, unknown>>;
