import type { ContactKind } from '@stridewell/contract/contacts/contacts.rules';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { deleteDemosOf, deleteSubmissionRow, findContactForm, findDemoRequest } from './site.submissions.data.ts';

/** A visitor's submission, for operators. */
export type Submission = { facts: { label: string; value: string }[]; message: string; phone: string };

const factsOf = (facts: readonly (readonly [label: string, value: string])[]) =>
  facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));

/** How the visitor found the platform, in their words. */
export const cameFrom = (source: Record<'sourceChannel' | 'referralName' | 'otherSource', string>): string =>
  [source.sourceChannel, source.referralName, source.otherSource].filter(Boolean).join(', ');

/** Describes a stored form; empty when it was deleted. */
export async function describeSubmission(tx: Tx<OperatorScope>, kind: ContactKind, id: string): Promise<Submission> {
  if (kind === 'contact') {
    const form = await findContactForm(tx, id);
    if (!form) return { facts: [], message: '', phone: '' };
    const facts = factsOf([
      ['Phone', form.businessPhone],
      ['Found us through', cameFrom(form)],
    ]);
    return { facts, message: form.message, phone: form.businessPhone };
  }
  const request = await findDemoRequest(tx, id);
  if (!request) return { facts: [], message: '', phone: '' };
  const facts = factsOf([
    ['Instagram or website', request.socialProof],
    ['Coaching for', request.coachingExperience],
    ['Clients', String(request.monthlyClients)],
    ['Biggest time sink', request.timeSuck],
    ['Current tools', request.toolsUsed],
    ['Success looks like', request.successVision],
    ['Would give feedback', request.feedbackWilling ? 'Yes' : 'No'],
    ['Commitment', `${request.commitmentLevel} of 5`],
  ]);
  return { facts, message: request.interestReason, phone: '' };
}

/** Deletes a stored form, and past and canceled demos of its sender. */
export async function deleteSubmission(
  tx: Tx<OperatorScope>,
  { kind, id, email }: { kind: ContactKind; id: string; email: string },
  now: Date,
): Promise<void> {
  await deleteSubmissionRow(tx, kind, id);
  await deleteDemosOf(tx, email, now);
}
