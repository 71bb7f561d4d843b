/**
 * The features of the product, each once. Contract, server, web and browser tests use these names, and the check of the
 * structure reads this list: a feature may use those before it, never one after it.
 *
 * `group`: where a newcomer looks first. `band`: `shared` features serve all others, `views` compose what the others
 * know and own few tables.
 */
export const FEATURES = [
  { name: 'notifications', group: 'account', band: 'shared' },
  { name: 'audit', group: 'console', band: 'shared' },
  { name: 'billing', group: 'account', band: 'shared' },
  { name: 'files', group: 'account', band: 'shared' },
  { name: 'jobs', group: 'console', band: 'shared' },
  { name: 'messages', group: 'coaching', band: 'domain' },
  { name: 'calendar', group: 'coaching', band: 'domain' },
  { name: 'site', group: 'site', band: 'domain' },
  { name: 'settings', group: 'account', band: 'domain' },
  { name: 'records', group: 'coaching', band: 'domain' },
  { name: 'exercises', group: 'training', band: 'domain' },
  { name: 'foods', group: 'nutrition', band: 'domain' },
  { name: 'programs', group: 'training', band: 'domain' },
  { name: 'workouts', group: 'training', band: 'domain' },
  { name: 'checkins', group: 'coaching', band: 'domain' },
  { name: 'progress', group: 'coaching', band: 'domain' },
  { name: 'adjustments', group: 'training', band: 'domain' },
  { name: 'clients', group: 'coaching', band: 'domain' },
  { name: 'pipeline', group: 'business', band: 'domain' },
  { name: 'prospects', group: 'console', band: 'domain' },
  { name: 'contacts', group: 'console', band: 'domain' },
  { name: 'money', group: 'business', band: 'domain' },
  { name: 'coaches', group: 'coaching', band: 'domain' },
  { name: 'onboarding', group: 'coaching', band: 'domain' },
  { name: 'planner', group: 'training', band: 'domain' },
  { name: 'expenses', group: 'business', band: 'domain' },
  { name: 'privacy', group: 'account', band: 'domain' },
  { name: 'metrics', group: 'business', band: 'views' },
  { name: 'dashboard', group: 'coaching', band: 'views' },
  { name: 'performance', group: 'business', band: 'views' },
  { name: 'operator', group: 'console', band: 'views' },
  { name: 'identity', group: 'account', band: 'views' },
  { name: 'accounts', group: 'console', band: 'views' },
] as const;

export type FeatureName = (typeof FEATURES)[number]['name'];
