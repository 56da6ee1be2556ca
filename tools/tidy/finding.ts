/** A violation of a rule of this repository. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** The number of the line, counted from 1, that contains a position of a text. */
export const lineAt = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length;
