/**
 * Describes what paying calls answer while a payment waits for an approval. `again` says how to
 * repeat the call without paying a second time.
 */
export const describeApproval = (again: string): string =>
  'Some payments wait until the owner of the wallet approves them. While one waits, nothing is ' +
  'paid or set aside, and the response has status 500 and code 10; its `message` contains ' +
  `"pending" and "approval". ${again} to wait longer. Once the owner has refused the payment, or ` +
  'has not approved it in time (5 minutes by default), the response has status 400 and code 2, ' +
  'and nothing was paid.';
