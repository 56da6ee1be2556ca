/** What carried the money of a settled record, which decides what its body is. */
export type RecordRail = 'lightning' | 'chain';
