export const CLIENT_TABS = [
  'overview',
  'check-ins',
  'training',
  'nutrition',
  'progress',
  'messages',
  'notes',
  'details',
] as const;
export type ClientTab = (typeof CLIENT_TABS)[number];

export const CLIENT_TAB_LABELS: Record<ClientTab, string> = {
  overview: 'Overview',
  'check-ins': 'Check-ins',
  training: 'Training',
  nutrition: 'Nutrition',
  progress: 'Progress',
  messages: 'Messages',
  notes: 'Notes',
  details: 'Details',
};

/** Reads untrusted search parameters. The first tab has none. */
export function readTabSearch({ tab }: Record<string, unknown>): { tab?: ClientTab } {
  const found = CLIENT_TABS.find((name) => name === tab && name !== 'overview');
  return found ? { tab: found } : {};
}
