/** How much a wallet holds. The program that plays the wallet is told this. */
export interface WalletSize {
  readonly addresses: number;
  readonly transactions: number;
  readonly coins: number;
  readonly perBlock: number;
}

export const WALLET_SIZES = {
  full: { addresses: 10_000, transactions: 100_000, coins: 10_000, perBlock: 20 },
  quick: { addresses: 1000, transactions: 5000, coins: 1000, perBlock: 20 },
} satisfies Record<string, WalletSize>;

export const readWalletSize = (text = ''): WalletSize => JSON.parse(text);

export const addressOf = (n: number): string => `bcrt1pbench${n}`;
