import type { RegisteredFeature } from '../src/core/registry.ts';
import { features } from '../src/features.ts';

/** Tables that no tenant owns. Every other table is a tenant's: its key begins with the coach. */
const OTHERS = {
  personal: [
    'notifications',
    'notification_preferences',
    'notification_mails',
    'notification_pushes',
    'push_subscriptions',
    'preferences',
    'current_coaches',
    'account_erasures',
    'account_exports',
    'operator_answers',
  ],
  identity: ['sessions', 'accounts', 'verifications', 'two_factors', 'passkeys'],
  directory: [
    'users',
    'user_roles',
    'coaches',
    'clients',
    'coachings',
    'lead_forms',
    'coach_brands',
    'coach_domains',
    'coach_senders',
    'curated_exercises',
    'foods',
    'food_words',
    'food_imports',
    'food_import_rows',
  ],
  platform: [
    'audit_entries',
    'audit_chains',
    'operator_invitations',
    'audit_checks',
    'audit_marks',
    'platform_settings',
    'model_spending',
    'retention_models',
    'pooled_effects',
    'platform_figures',
    'alerts',
    'account_views',
    'outbox_mails',
    'mail_deliveries',
    'request_minutes',
    'rate_limits',
    'contact_submissions',
    'form_submissions',
    'demo_bookings',
    'contacts',
    'contact_entries',
    'prospects',
    'prospect_touches',
    'prospect_events',
    'webhook_events',
    'purchases',
    'disputes',
    'subscriptions',
    'sandbox_checkouts',
    'sandbox_subscriptions',
    'sandbox_invoices',
    'sandbox_invoice_checkouts',
  ],
};

const manifests: readonly RegisteredFeature[] = features;
const decided = manifests.flatMap(({ exports = [] }) => exports.map(({ name }) => name));
const others = new Set<string>(Object.values(OTHERS).flat());

/** Every table is in exactly one class; those of tenants are known from what manifests say about copies of data. */
export const CLASSES = { tenant: [...new Set(decided)].filter((name) => !others.has(name)), ...OTHERS };
