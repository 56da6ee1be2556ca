/* Bounds on explaining why a signature of a webhook fails. Texts are counted in UTF-16 units. */

/** Body whose signature a user wants explained: longer than any of ours. */
export const MAX_EXPLAINED_BODY_LENGTH = 65_536;
/** Its signature header holds an entry for each secret in force; other code writes longer ones. */
export const MAX_EXPLAINED_SIGNATURE_LENGTH = 1024;
export const MAX_SIGNATURE_ENTRIES = 20;
/** Its message id, timestamp and secret: several times as long as ours. */
export const MAX_EXPLAINED_FIELD_LENGTH = 200;
/** Explanations per user: each computes a few hundred signatures. */
export const SIGNATURE_CHECKS = { burst: 20, everyMs: 3000 };
