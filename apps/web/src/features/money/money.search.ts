/** Tabs of the money page, in their order. */
export const MONEY_TABS = ['overview', 'invoices', 'payments', 'subscriptions', 'packages', 'settings'] as const;
export type MoneyTab = (typeof MONEY_TABS)[number];

export const MONEY_TAB_LABELS: Record<MoneyTab, string> = {
  overview: 'Overview',
  invoices: 'Invoices',
  payments: 'Payments',
  subscriptions: 'Subscriptions',
  packages: 'Packages',
  settings: 'Settings',
};

/** The search parameters of the money page, without default values. */
export type MoneySearch = { tab?: Exclude<MoneyTab, 'overview'> };

/** Reads untrusted search parameters and drops invalid ones. */
export function readMoneySearch({ tab }: Record<string, unknown>): MoneySearch {
  const known = MONEY_TABS.find((name) => name === tab);
  return known && known !== 'overview' ? { tab: known } : {};
}
