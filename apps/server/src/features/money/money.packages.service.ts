import type { CoachPackage, InvoiceSettings } from '@stridewell/contract/money/money';
import { MONEY_BOUNDS } from '@stridewell/contract/money/money.invoices.rules';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import {
  countPackages,
  findCoachName,
  findInvoiceSettings,
  lockPackage,
  upsertInvoiceSettings,
  upsertPackage,
} from './money.packages.data.ts';

/**
 * Adds or changes a package. Running subscriptions keep the price they started with.
 * @throws TOO_MANY_PACKAGES
 */
export async function savePackage(
  tx: Tx<CoachScope, 'TOO_MANY_PACKAGES'>,
  content: CoachPackage,
): Promise<CoachPackage> {
  const existing = await lockPackage(tx, content.id);
  if (!existing && (await countPackages(tx)) >= MONEY_BOUNDS.packages) throw refuse(tx, 'TOO_MANY_PACKAGES');
  await upsertPackage(tx, content);
  const change = { action: 'package.saved', subjectId: content.id, after: factsOf(content) } as const;
  audit(tx, existing ? { ...change, before: factsOf(existing) } : change);
  return content;
}

const factsOf = ({ amountCents, currency, interval, archived }: CoachPackage) => ({
  amountCents,
  currency,
  interval,
  archived,
});

const DEFAULT_SETTINGS: Omit<InvoiceSettings, 'businessName'> = {
  address: '',
  taxId: '',
  taxLabel: 'Tax',
  taxRate: 0,
  taxIncluded: true,
  termDays: 14,
  prefix: 'INV-',
  instructions: '',
};

/** Settings for new invoices. The defaults are the coach's name and no tax. */
export async function getInvoiceSettings(tx: Tx<CoachScope>): Promise<InvoiceSettings> {
  const [settings, coachName] = await Promise.all([findInvoiceSettings(tx), findCoachName(tx)]);
  const businessName = coachName ?? '';
  return settings
    ? { ...settings, businessName: settings.businessName || businessName }
    : { ...DEFAULT_SETTINGS, businessName };
}

const taxFactsOf = ({ taxRate, taxIncluded, termDays, prefix }: InvoiceSettings) => ({
  taxRate,
  taxIncluded,
  termDays,
  prefix,
});

export async function saveInvoiceSettings(tx: Tx<CoachScope>, settings: InvoiceSettings): Promise<InvoiceSettings> {
  const before = await getInvoiceSettings(tx);
  await upsertInvoiceSettings(tx, settings);
  audit(tx, { action: 'invoice_settings.changed', before: taxFactsOf(before), after: taxFactsOf(settings) });
  return settings;
}
