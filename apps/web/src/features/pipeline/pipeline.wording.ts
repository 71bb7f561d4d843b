import type { LeadEvent } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS, LOST_REASON_LABELS } from '@stridewell/contract/pipeline/pipeline.rules';
import { money } from '../../lib/format.ts';

/** Amounts by currency, like `$1,200 + €300`; null for none. */
export const amountsText = (values: readonly { currency: string; cents: number }[]): string | null =>
  values.length > 0 ? values.map(({ cents, currency }) => money(cents, currency)).join(' + ') : null;

const WHO = {
  coach: 'by you',
  visitor: 'through your form',
  import: 'by an import',
  flow: 'by a flow',
  crm: 'from HubSpot',
};

/** An event of a lead, in a few words. */
export function eventText({ kind, from, to, actor, lostReason, title }: LeadEvent): string {
  if (kind === 'created') return `Added ${WHO[actor]}`;
  if (kind === 'mailed') return actor === 'flow' ? `“${title}” was sent automatically` : `You sent “${title}”`;
  if (kind === 'task_done') return `Task done: ${title}`;
  if (kind === 'merged') return `Merged with ${title}`;
  if (kind === 'booked') return `Booked ${title}`;
  if (kind === 'invited') return 'You sent an invitation';
  const reason = lostReason ? `: ${LOST_REASON_LABELS[lostReason].toLowerCase()}` : '';
  const where = actor === 'crm' ? ' in HubSpot' : '';
  return `Moved${where} from ${from ? LEAD_STATUS_LABELS[from] : 'nowhere'} to ${to ? LEAD_STATUS_LABELS[to] : 'nowhere'}${reason}`;
}
