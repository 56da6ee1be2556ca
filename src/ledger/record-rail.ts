/** The rail that carried the money of a settled record decides about the form of its body. */
export type RecordRail = 'lightning';
