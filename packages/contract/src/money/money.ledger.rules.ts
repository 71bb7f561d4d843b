/** Direction of an amount in the books. A refund reduces the revenue of its day. */
export const LEDGER_KINDS = ['revenue', 'refund', 'expense'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** How an entry came into the books. */
export const LEDGER_SOURCES = ['manual', 'payment', 'recurring', 'import'] as const;
