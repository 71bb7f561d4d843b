import { type Answering, refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { startExport } from '../privacy/privacy.service.ts';
import { noteIn, requireTarget, type SupportDeps } from './accounts.support.service.ts';

/**
 * Starts a copy of a person's data, which only the person can download, and mails them.
 * @throws NOT_FOUND, FORBIDDEN, NOT_POSSIBLE while another copy is being written or can be downloaded
 */
export async function askForExport(
  deps: SupportDeps & Answering<'NOT_POSSIBLE'>,
  scope: OperatorScope,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const account = await requireTarget(deps, scope, userId);
  await deps.db.write(scope, async (tx) => {
    const started = await startExport(tx, { userId, now: deps.now() });
    if (!started) throw refuse(deps, 'NOT_POSSIBLE', { message: 'There is a copy of this person’s data already.' });
    await noteIn(tx, deps, account, { action: 'account.export_asked', mail: { event: 'export_asked', reason } });
  });
}
