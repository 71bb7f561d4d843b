import { type Business, business } from '@stridewell/contract/coaches/coaches';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { findBusiness, updateBusiness, updatePrescribing } from './coaches.business.data.ts';

/** Currency and places of the coach. */
export const getBusiness = async (tx: Tx<CoachScope>): Promise<Business> => business.parse(await findBusiness(tx));

/** Changes currency and places. Idempotent. */
export async function saveBusiness(tx: Tx<CoachScope>, { currency, places }: Business): Promise<Business> {
  const [before, after] = [await getBusiness(tx), { currency, places }];
  if (before.currency === currency && before.places === places) return after;
  await updateBusiness(tx, after);
  audit(tx, { action: 'business.changed', before, after });
  return after;
}

/** Changes whether the coach sets nutrition targets and meal plans. */
export async function changeScopeOfPractice(tx: Tx<CoachScope>, prescribes: boolean): Promise<void> {
  await updatePrescribing(tx, prescribes);
  audit(tx, { action: 'business.practice_changed', before: { prescribes: !prescribes }, after: { prescribes } });
}
